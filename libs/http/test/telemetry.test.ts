import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute, handle, reply, workspace } from '../src/index.ts'
import { base, ids, page, scratchService } from './scratch-service.ts'
import type { Scratch } from './scratch-service.ts'

const context = defineRoute({
  ...base,
  id: 'context',
  method: 'GET',
  path: '/workspace/:workspaceId/context',
  access: workspace('member'),
  fails: [401],
  replies: { 200: z.object({ requestId: z.string(), workspaceId: z.string() }) },
})

let service: Scratch
beforeAll(async () => {
  service = await scratchService([
    handle(page, () => reply(200, { title: 'Hello' })),
    handle(context, ({ requestId, workspaceId }) => reply(200, { requestId, workspaceId })),
  ])
})
afterAll(() => service.stop())

describe('telemetry', () => {
  it('logs the route and ids of a request but not its URL', async () => {
    const token = await service.tokens.owner()
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await service.call('GET', `/workspace/${ids.workspace}/context?secret=1`, {
      token,
      headers: { 'x-request-id': 'log-me', traceparent },
    })
    await expect
      .poll(() => service.lines.find(({ requestId, msg }) => requestId === 'log-me' && msg === 'request'))
      .toMatchObject({
        route: 'context',
        method: 'GET',
        status: 200,
        workspaceId: ids.workspace,
        accountId: ids.account,
        traceId: '0af7651916cd43dd8448eb211c80319c',
      })
    expect(JSON.stringify(service.lines)).not.toMatch(/secret=1|\/context/)
  })

  it('initializes failure counters before the first failure', async () => {
    const metrics = await service.metrics.registry.metrics()
    for (const status of [500, 503, 504])
      expect(metrics).toContain(`http_requests_total{route="page",status="${status}",service="scratch"} 0`)
  })

  it('counts requests by route and status, and measures durations by route', async () => {
    const count = async (pattern: RegExp): Promise<number> =>
      Number(pattern.exec(await service.metrics.registry.metrics())?.[1] ?? 0)
    const requests = /http_requests_total\{route="page",status="200",service="scratch"\} (\d+)/
    const durations = /http_request_duration_seconds_count\{service="scratch",route="page"\} (\d+)/
    const before = [await count(requests), await count(durations)]
    await service.call('GET', '/page')
    await expect
      .poll(async () => [await count(requests), await count(durations)])
      .toEqual(before.map((value) => value + 1))
  })
})
