import { AppError } from '@wp/kernel'
import { requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { openClient, schedulingWith, serve, sampleClient } from './peers.ts'

/** Starts a peer that does not answer while `isSlow` is true. */
const slowPeer = async () => {
  const state = { isSlow: true, calls: 0 }
  const server = await serve([
    schedulingWith(async (id, { signal }) => {
      state.calls += 1
      if (state.isSlow) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return sampleClient(id)
    }),
  ])
  return { state, server }
}

const call = (client: ReturnType<typeof openClient>) =>
  client.getClient({ workspaceId: 'w', clientId: 'c' }).then(
    () => 'OK',
    (error: AppError) => error.code,
  )

describe('circuit breaker', () => {
  it('opens within 20 calls to a hanging peer and closes once the peer answers', async () => {
    const { state, server } = await slowPeer()
    const client = openClient(server.address, { deadlineMs: 40, breaker: { halfOpenAfterMs: 100 } })
    const codes: string[] = []
    for (let i = 0; i < 20; i += 1) codes.push(await call(client))
    expect(new Set(codes)).toEqual(new Set(['TIMEOUT', 'UNAVAILABLE']))
    expect(codes.at(-1)).toBe('UNAVAILABLE')
    expect(state.calls).toBeGreaterThan(0)
    expect(state.calls).toBeLessThan(20)

    state.isSlow = false
    await expect.poll(() => call(client), { interval: 10 }).toBe('OK')
  })

  it('fails other calls immediately while a trial call is running', async () => {
    const { state, server } = await slowPeer()
    const client = openClient(server.address, {
      deadlineMs: 40,
      breaker: { halfOpenAfterMs: 1, minimumCalls: 5 },
    })
    for (let calls = 0; (await call(client)) !== 'UNAVAILABLE'; calls += 1) expect(calls).toBeLessThan(21)
    expect(state.calls).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const trial = call(client)
    expect(await call(client)).toBe('UNAVAILABLE')
    expect(await trial).toBe('TIMEOUT')
  })

  it('stays closed after rejected requests and after timeouts of callers with little time left', async () => {
    let isRejecting = true
    const server = await serve([
      schedulingWith(async (id, { signal }) => {
        if (isRejecting) throw new AppError('CONFLICT', 'No')
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve)
          if (id === 'now') resolve(undefined)
        })
        return sampleClient(id)
      }),
    ])
    const client = openClient(server.address, { deadlineMs: 20_000 })
    for (let i = 0; i < 30; i += 1) expect(await call(client)).toBe('CONFLICT')
    isRejecting = false
    for (let i = 0; i < 15; i += 1) {
      const code = await requestContext.run({ requestId: 'r', deadline: performance.now() + 40 }, () =>
        call(client),
      )
      expect(code).toBe('TIMEOUT')
    }
    await expect(client.getClient({ workspaceId: 'w', clientId: 'now' })).resolves.toMatchObject({
      client: { id: 'now' },
    })
  })
})
