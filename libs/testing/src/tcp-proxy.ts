import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { countReplies, countRequests, withoutCancels } from './http2-frames.ts'

/** Starts a TCP proxy that a test can disconnect, pause and restore. */
export const tcpProxy = async (address: string) => {
  let target = address
  const sockets = new Set<Socket>()
  /** Traffic held back until `deliver` is called. */
  const late: { by: Socket; to: Socket; isRequest: boolean; bytes: Buffer }[] = []
  let isDisconnected = false
  let held: 'nothing' | 'everything' | 'requests' | 'replies' = 'nothing'
  let onRequest = (_said: Buffer): void => undefined
  let onLostReply: (() => void) | null = null
  const server = createServer((near) => {
    if (isDisconnected) return near.destroy()
    const [host, port] = target.split(':') as [string, string]
    const far = connect(Number(port), host)
    for (const [one, other, said] of [
      [near, far, 'requests'],
      [far, near, 'replies'],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes) => {
        if (said === 'requests') onRequest(bytes)
        else if (onLostReply) {
          onLostReply()
          onLostReply = null
          return near.destroy()
        }
        if (held === 'everything' || held === said)
          late.push({ by: one, to: other, isRequest: said === 'requests', bytes })
        else other.write(bytes)
      })
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        // Requests sent before the client disconnected are still delivered.
        const isExpected = said === 'requests' && late.some(({ by }) => by === one)
        if (!isExpected) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect: () => {
      isDisconnected = true
      drop()
    },
    /** Closes every connection; new connections go to another address. */
    switchTo: (other: string) => {
      target = other
      held = 'nothing'
      late.length = 0
      drop()
    },
    reconnect: () => {
      isDisconnected = false
    },
    /** Holds traffic until `deliver` is called; callers wait for a reply. */
    hold: (what: 'everything' | 'requests' | 'replies' = 'everything') => {
      held = what
    },
    /** Closes the callers' connections. Held requests can still be delivered, and new connections work. */
    cut: () => {
      held = 'nothing'
      for (const socket of sockets) if (socket.localPort === portOf(server)) socket.destroy()
    },
    /**
     * Delivers held traffic and waits up to 20 s until every request is answered or its connection is closed.
     * Cancellations are not delivered, so the server does not know that the caller has stopped waiting.
     */
    deliver: async () => {
      held = 'nothing'
      const said = late.splice(0).filter(({ to }) => to.writable)
      for (const { to, bytes } of said.filter(({ isRequest }) => !isRequest)) to.write(bytes)
      const requests = Map.groupBy(
        said.filter(({ isRequest }) => isRequest),
        ({ to }) => to,
      )
      await Promise.all(
        [...requests].map(([to, parts]) => deliverTo(to, Buffer.concat(parts.map(({ bytes }) => bytes)))),
      )
    },
    /** Runs `work` once, before forwarding the next request that contains `text`. */
    onNextRequest: (work: () => void, text = '') => {
      onRequest = (said) => {
        if (!said.includes(text)) return
        onRequest = () => undefined
        work()
      }
    },
    /** Closes the caller's connection instead of forwarding the next reply, and resolves then. */
    loseNextReply: (): Promise<void> =>
      new Promise((resolve) => {
        onLostReply = resolve
      }),
    close: () => {
      drop()
      server.close()
    },
  }
}

const answerLimitMs = 20_000

const deliverTo = async (to: Socket, said: Buffer): Promise<void> => {
  const expected = countRequests(said)
  const replies: Buffer[] = []
  const answered = new Promise<void>((resolve) => {
    to.on('data', (bytes) => {
      replies.push(bytes)
      if (countReplies(Buffer.concat(replies)) >= expected) resolve()
    })
  })
  to.write(withoutCancels(said))
  if (expected > 0)
    await Promise.race([answered, once(to, 'close'), delay(answerLimitMs, null, { ref: false })])
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port
