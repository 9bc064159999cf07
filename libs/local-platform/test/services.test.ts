import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchLive } from '../src/services.ts'

/** Starts an operations port that answers /live with the given status. */
const startOps = async (status: number) => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/live' ? status : 404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { ports: { http: 0, rpc: 0, ops: (server.address() as AddressInfo).port } }
}

describe('watchLive', () => {
  it('responds only while every service in the process is live', async () => {
    const [live, dead] = [await startOps(200), await startOps(503)]
    const stopped = { ports: { http: 0, rpc: 0, ops: 1 } }
    const answers = (...runs: (typeof live)[]) => watchLive(runs).answers()
    expect([await answers(live, live), await answers(live, dead), await answers(stopped)]).toEqual([
      true,
      false,
      false,
    ])
  })
})
