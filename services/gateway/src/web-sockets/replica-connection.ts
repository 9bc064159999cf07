import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Replica, Replicas } from '../forwarding/replicas.ts'
import type { ReplicaAddress } from '../routing/route-table.ts'

const connectMs = 2000

/** A connection to the first replica that takes one; those that do not are set aside. Null when none does. */
export const connectToFirst = async (
  replicas: Replicas,
  candidates: readonly ReplicaAddress[],
): Promise<{ replica: Replica; connection: Socket } | null> => {
  const tried = new Set<string>()
  for (;;) {
    const replica = replicas.choose(candidates, tried)
    if (replica === null) return null
    const connection = await connectTo(replica)
    if (connection) return { replica, connection }
    replicas.setAside(replica)
    tried.add(replica.key)
  }
}

const connectTo = ({ origin }: Replica): Promise<Socket | null> => {
  const { hostname, port } = new URL(origin)
  const connection = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''))
  connection.setTimeout(connectMs, () => connection.destroy())
  return new Promise((resolve) => {
    const fail = () => resolve(null)
    connection.once('error', fail)
    connection.once('close', fail)
    connection.once('connect', () => {
      connection.setTimeout(0)
      connection.off('error', fail)
      connection.off('close', fail)
      resolve(connection)
    })
  })
}

const given = new AsyncLocalStorage<Socket>()

class GivenConnection extends Agent {
  override createConnection(): Socket {
    return given.getStore()!
  }
}

/**
 * The proxy would make its own connection, and a replica that refuses it would cost the caller the socket: through
 * `agent` it takes the connection that it is run with.
 */
export const withConnection = {
  agent: new GivenConnection(),
  run: (connection: Socket, handOver: () => void): void => given.run(connection, handOver),
}
