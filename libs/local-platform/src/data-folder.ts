import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const gatewayFile = (dataDir: string): string => join(dataDir, 'gateway-url')

/** Returns the gateway address of the platform that is using a data folder, or null. */
export const findGateway = (dataDir: string): string | null =>
  existsSync(gatewayFile(dataDir)) ? readFileSync(gatewayFile(dataDir), 'utf8') : null

type Claim = {
  /** Stores the gateway address so that other commands can find it. */
  announce: (gatewayUrl: string) => void
  /** Allows other processes to use the folder. */
  release: () => void
}

/**
 * Locks a data folder for this process. Throws when another platform is using it, because two would corrupt the data.
 */
export const claimDataFolder = (dataDir: string): Claim => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  const lock = join(dataDir, lockName)
  while (!tryLock(lock)) {
    const owner = readFileSync(lock, 'utf8')
    const [pid = ''] = owner.split(' ')
    if (owner !== ownerOf(process.pid) && isRunning(owner))
      throw new Error(`The platform is already running on ${dataDir} (process ${pid}). Stop it first.`)
    rmSync(lock)
  }
  return {
    announce: (gatewayUrl) => writeFileSync(gatewayFile(dataDir), gatewayUrl),
    release: () => {
      rmSync(gatewayFile(dataDir), { force: true })
      rmSync(lock, { force: true })
    },
  }
}

/**
 * Locks a data folder and deletes its contents. Throws while a platform is using the folder, and for a folder that is
 * not a data folder.
 */
export const resetDataFolder = (dataDir: string): void => {
  const entries = existsSync(dataDir) ? readdirSync(dataDir) : []
  if (entries.length === 0) return
  const isStarted = entries.includes('credentials') || entries.every((entry) => earlyEntries.includes(entry))
  if (!entries.includes('logs') || !isStarted)
    throw new Error(`${dataDir} is not a data folder of the platform. Delete it yourself or choose another.`)
  claimDataFolder(dataDir)
  for (const entry of entries)
    if (entry !== lockName) rmSync(join(dataDir, entry), { recursive: true, force: true })
}

const lockName = 'runner.pid'
/** The files that a start creates before the credentials. */
const earlyEntries = ['logs', 'keys', lockName]

/** Creates the lock, so that only one of two processes that start concurrently gets it. */
const tryLock = (path: string): boolean => {
  try {
    writeFileSync(path, ownerOf(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Returns the process id and, on Linux, its start time, because ids are reused. */
const ownerOf = (pid: number): string => {
  const stat = `/proc/${pid}/stat`
  const fields = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ').at(-1)!.split(' ') : []
  return [pid, fields[19]].filter((each) => each !== undefined).join(' ')
}

const isRunning = (owner: string): boolean => {
  const [pid = 0, startedAt] = owner.split(' ').map(Number)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return startedAt === undefined || ownerOf(pid) === owner
}
