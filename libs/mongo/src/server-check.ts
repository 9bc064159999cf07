import type { Logger } from '@wp/telemetry'
import type { Connection, mongo } from 'mongoose'

/** A server that the platform cannot use until an operator changes something. */
export class UnusableServer extends Error {}

const oldestMajor = 5
const newest = [8, 0] as const
const supported = `${oldestMajor}.0 to ${newest.join('.')}`
const initiate = 'start it with --replSet and run rs.initiate() once; one member is enough'

/**
 * Returns the server's time. Throws UnusableServer for a standalone server, which has no transactions, and for versions
 * before 5.0.
 */
export const requireUsable = async (connection: Connection): Promise<Date> => {
  const { setName, msg, localTime } = await connection.db!.admin().command({ hello: 1 })
  const version = await versionOf(connection)
  if (Number.parseInt(version, 10) < oldestMajor)
    throw new UnusableServer(`MongoDB ${version} is not supported; use version ${supported}`)
  if (setName === undefined && msg !== 'isdbgrid')
    throw new UnusableServer(
      `The MongoDB server is not a member of a replica set, so it has no transactions; ${initiate}`,
    )
  return localTime as Date
}

/** Returns and logs a warning for a version that is newer than the supported ones. */
export const checkVersion = async (connection: Connection, logger: Logger): Promise<string[]> => {
  const version = await versionOf(connection)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < newest[0] || (major === newest[0] && minor <= newest[1])) return []
  const warning = `The platform was not tested with MongoDB ${version}; the supported versions are ${supported}`
  logger.warn({ version }, warning)
  return [warning]
}

/**
 * Returns what an operator must do when no server could be selected because of its configuration, or null for other
 * errors. Members that are starting can look the same, so this is only certain after some time.
 */
export const explainSelection = (error: unknown): UnusableServer | null => {
  const { reason } = error as { reason?: mongo.TopologyDescription }
  if (!(reason?.servers instanceof Map)) return null
  const types = [...reason.servers.values()].map(({ type }) => type)
  if (types.includes('RSGhost'))
    return new UnusableServer('The MongoDB server has no replica set configuration; run rs.initiate() once', {
      cause: error,
    })
  // The driver drops servers that are not members of the replica set in the URL.
  if (reason.setName !== null && types.length === 0)
    return new UnusableServer(
      `The MongoDB server is not a member of the replica set ${reason.setName}. Correct replicaSet in the URL, or ${initiate}`,
      { cause: error },
    )
  return null
}

const versionOf = async (connection: Connection): Promise<string> => {
  const { version } = await connection.db!.admin().command({ buildInfo: 1 })
  return String(version)
}
