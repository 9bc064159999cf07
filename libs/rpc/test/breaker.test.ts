import { AppError } from '@wp/kernel'
import { requestContext } from '@wp/telemetry'
import { expect, test } from 'vitest'
import { openClient, schedulingWith, serve, sampleClient } from './peers.ts'

/** A peer that does not answer while `isSlow`. */
const slowPeer = async () => {
  const state = { isSlow: true, asked: 0 }
  const server = await serve([
    schedulingWith(async (id, { signal }) => {
      state.asked += 1
      if (state.isSlow) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return sampleClient(id)
    }),
  ])
  return { state, server }
}

const ask = (client: ReturnType<typeof openClient>) =>
  client.getClient({ workspaceId: 'w', clientId: 'c' }).then(
    () => 'OK',
    (error: AppError) => error.code,
  )

test('a peer that hangs is left alone within 20 calls, and asked again once it answers', async () => {
  const { state, server } = await slowPeer()
  const client = openClient(server.address, { deadlineMs: 40, breaker: { halfOpenAfterMs: 100 } })
  const codes: string[] = []
  for (let i = 0; i < 20; i += 1) codes.push(await ask(client))
  expect(new Set(codes)).toEqual(new Set(['TIMEOUT', 'UNAVAILABLE']))
  expect(codes.at(-1)).toBe('UNAVAILABLE')
  expect(state.asked).toBeLessThan(20)

  state.isSlow = false
  await expect.poll(() => ask(client), { timeout: 10_000, interval: 10 }).toBe('OK')
})

test('while one call tests the peer, the others fail at once instead of waiting for it', async () => {
  const { state, server } = await slowPeer()
  const client = openClient(server.address, {
    deadlineMs: 40,
    breaker: { halfOpenAfterMs: 1, minimumCalls: 5 },
  })
  while ((await ask(client)) !== 'UNAVAILABLE') expect(state.asked).toBeLessThan(21)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const test = ask(client)
  expect(await ask(client)).toBe('UNAVAILABLE')
  expect(await test).toBe('TIMEOUT')
})

test('refused requests and callers in a hurry do not open the breaker', async () => {
  let isRefusing = true
  const server = await serve([
    schedulingWith(async (id, { signal }) => {
      if (isRefusing) throw new AppError('CONFLICT', 'No')
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve)
        if (id === 'now') resolve(undefined)
      })
      return sampleClient(id)
    }),
  ])
  const client = openClient(server.address, { deadlineMs: 2000 })
  for (let i = 0; i < 30; i += 1) expect(await ask(client)).toBe('CONFLICT')
  isRefusing = false
  for (let i = 0; i < 15; i += 1) {
    const code = await requestContext.run({ requestId: 'r', deadline: Date.now() + 40 }, () => ask(client))
    expect(code).toBe('TIMEOUT')
  }
  await expect(client.getClient({ workspaceId: 'w', clientId: 'now' })).resolves.toMatchObject({
    client: { id: 'now' },
  })
})
