import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openHttpServer } from '../src/http-server.ts'
import { atEnd, eventually } from './servers.ts'

/** Starts a replica with keep-alive connections that replies after `ms`. */
const replica = async (ms: number) => {
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    incoming.resume().on('end', () => setTimeout(() => response.end('{}'), ms))
  })
  const opened = await openHttpServer(server, '127.0.0.1', 0)
  atEnd(() => server.closeAllConnections())
  return { port: opened.port, drain: opened.drain, isClosing: false }
}

type Replica = Awaited<ReturnType<typeof replica>>

/** Sends a request and records whether the reply has `Connection: close`; rejects when the connection breaks. */
const send = (to: Replica, agent: Agent, method: string) =>
  new Promise<number>((resolve, reject) => {
    const outgoing = request({ port: to.port, host: '127.0.0.1', method, agent, path: '/' }, (response) => {
      if (response.headers.connection === 'close') to.isClosing = true
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    outgoing.on('error', reject)
    outgoing.end(method === 'POST' ? '{"name":"x"}' : undefined)
  })

const isRefused = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'

describe('drain', () => {
  it('loses no requests on 30 busy connections while another replica continues', async () => {
    const [leaving, staying] = [await replica(3), await replica(3)]
    const agent = new Agent({ keepAlive: true, maxSockets: 60 })
    atEnd(() => agent.destroy())
    const outcomes = { answered: 0, lost: [] as unknown[] }
    let isDone = false

    const worker = async (number: number): Promise<void> => {
      for (let turn = 0; !isDone; turn++) {
        const preferred = (number + turn) % 2 === 0 && !leaving.isClosing ? leaving : staying
        const method = turn % 3 === 0 ? 'POST' : 'GET'
        try {
          const status = await send(preferred, agent, method).catch((error: unknown) => {
            if (!isRefused(error)) throw error
            return send(staying, agent, method)
          })
          expect(status).toBe(200)
          outcomes.answered++
        } catch (error) {
          outcomes.lost.push(error)
        }
      }
    }
    const workers = Array.from({ length: 30 }, (_, number) => worker(number))
    await eventually(async () => (outcomes.answered > 300 ? true : undefined))
    await leaving.drain({ quietMs: 1000, capMs: 10_000 })
    const answeredBefore = outcomes.answered
    await eventually(async () => (outcomes.answered > answeredBefore + 100 ? true : undefined))
    isDone = true
    await Promise.all(workers)
    expect(outcomes.lost).toEqual([])
    expect(leaving.isClosing).toBe(true)
  })

  it('finishes a running request and answers it with Connection: close', async () => {
    const slow = await replica(400)
    const agent = new Agent({ keepAlive: true })
    atEnd(() => agent.destroy())
    const answered = send(slow, agent, 'GET')
    await eventually(async () => (Object.keys(agent.sockets).length > 0 ? true : undefined))
    const drained = slow.drain({ quietMs: 50, capMs: 10_000 })
    expect(await answered).toBe(200)
    expect(slow.isClosing).toBe(true)
    await drained
  })

  it('closes idle connections without waiting for capMs', async () => {
    const idle = await replica(0)
    const agent = new Agent({ keepAlive: true })
    atEnd(() => agent.destroy())
    await send(idle, agent, 'GET')
    await idle.drain({ quietMs: 0, capMs: 3_600_000 })
    await expect(send(idle, new Agent(), 'GET')).rejects.toSatisfy(isRefused)
  })

  it('destroys hanging and upgraded connections after capMs', async () => {
    const server = createServer(() => {}).on('upgrade', () => {})
    const opened = await openHttpServer(server, '127.0.0.1', 0)
    const hanging = request({ port: opened.port, host: '127.0.0.1' }).end()
    const upgraded = request({
      port: opened.port,
      host: '127.0.0.1',
      headers: { connection: 'upgrade', upgrade: 'x' },
    }).end()
    const broken = Promise.all([hanging, upgraded].map((one) => once(one, 'error')))
    await eventually(async () => ((await connections(server)) === 2 ? true : undefined))
    await opened.drain({ quietMs: 0, capMs: 100 })
    expect(await broken).toHaveLength(2)
  })
})

const connections = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
