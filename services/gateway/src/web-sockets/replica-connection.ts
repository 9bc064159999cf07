import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { instanceHeader } from '@wp/http'
import type { Replica, Replicas, SlotRequest } from '../forwarding/replicas.ts'
import { misdirectedStatus } from '../forwarding/upstream-failure.ts'
import type { ReplicaAddress } from '../routing/route-table.ts'

const answerMs = 2000
/** WebSockets take no slots; the least loaded replica is chosen for them. */
const anySlot: SlotRequest = { lane: 'requests', caller: '' }

type Outcome = Socket | 'misdirected' | 'away'

/**
 * Connects to the first healthy replica, or returns null. Probes each replica on the connection that the WebSocket
 * will use, because an upgrade cannot be retried. Avoids replicas that do not answer or are draining, and drops
 * addresses used by another process.
 */
export const connectToFirst = async (
  replicas: Replicas,
  candidates: readonly ReplicaAddress[],
  drop: (key: string) => void,
): Promise<{ replica: Replica; connection: Socket } | null> => {
  const tried = new Set<string>()
  for (;;) {
    const replica = replicas.choose(candidates, anySlot, tried)
    if (replica === null) return null
    const outcome = await ask(replica)
    if (typeof outcome !== 'string') return { replica, connection: outcome }
    if (outcome === 'misdirected') drop(replica.key)
    else replicas.setAside(replica)
    tried.add(replica.key)
  }
}

/** Sends a HEAD request to check that the replica answers and that no other process uses its address. */
const ask = ({ origin, key }: Replica): Promise<Outcome> => {
  const { host, hostname, port } = new URL(origin)
  const connection = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''))
  connection.write(`HEAD / HTTP/1.1\r\nhost: ${host}\r\n${instanceHeader}: ${key}\r\n\r\n`)
  return new Promise((resolve) => {
    let head = ''
    const end = (outcome: Outcome): void => {
      connection.setTimeout(0)
      if (typeof outcome === 'string') connection.destroy()
      else for (const [event, listener] of listeners) connection.off(event, listener)
      resolve(outcome)
    }
    const fail = () => end('away')
    const read = (chunk: Buffer): void => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      if (head.startsWith(`HTTP/1.1 ${misdirectedStatus}`)) end('misdirected')
      else end(/^connection: close\r$/im.test(head) ? 'away' : connection)
    }
    const listeners = [
      ['data', read],
      ['timeout', fail],
      ['error', fail],
      ['close', fail],
    ] as const
    for (const [event, listener] of listeners) connection.on(event, listener)
    connection.setTimeout(answerMs)
  })
}

const given = new AsyncLocalStorage<Socket>()

class GivenConnection extends Agent {
  override createConnection(): Socket {
    return given.getStore()!
  }
}

/** Makes the proxy use the given connection, through `agent`, instead of opening its own. */
export const withConnection = {
  agent: new GivenConnection(),
  run: (connection: Socket, handOver: () => void): void => given.run(connection, handOver),
}
