import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { countReplies, countRequests, withoutCancels } from './http2-frames.ts'

/** A connection to another address that a test can end, hold and restore: whoever is behind it is away in between. */
export const tcpProxy = async (address: string) => {
  let target = address
  const sockets = new Set<Socket>()
  /** What was said while it was held. */
  const late: { by: Socket; to: Socket; isRequest: boolean; bytes: Buffer }[] = []
  let isDisconnected = false
  let held: 'nothing' | 'everything' | 'requests' | 'replies' = 'nothing'
  let onRequest = (_said: Buffer): void => undefined
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
        if (held === 'everything' || held === said)
          late.push({ by: one, to: other, isRequest: said === 'requests', bytes })
        else other.write(bytes)
      })
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        // What whoever asked has said before they went is still on its way.
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
    /** Ends every connection; new ones lead to another address. */
    switchTo: (other: string) => {
      target = other
      held = 'nothing'
      late.length = 0
      drop()
    },
    reconnect: () => {
      isDisconnected = false
    },
    /** Whoever asks waits for an answer that does not come; what is said arrives with `deliver`. */
    hold: (what: 'everything' | 'requests' | 'replies' = 'everything') => {
      held = what
    },
    /** Ends the connections of whoever asks; what they said is still on its way. New connections work. */
    cut: () => {
      held = 'nothing'
      for (const socket of sockets) if (socket.localPort === portOf(server)) socket.destroy()
    },
    /**
     * Lets what was said arrive, and waits until every request among it has been answered, or its connection ended. Nobody
     * waits for them any more, but whoever they reach does not know: that they were given up does not arrive.
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
    /** Does it once, before the next thing is asked that names `text`; without it, before the next whatever. */
    onNextRequest: (work: () => void, text = '') => {
      onRequest = (said) => {
        if (!said.includes(text)) return
        onRequest = () => undefined
        work()
      }
    },
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
