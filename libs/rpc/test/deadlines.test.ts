import { requestContext } from '@wp/telemetry'
import { expect, test } from 'vitest'
import { openClient, sampleClient, schedulingWith, serve } from './peers.ts'

const patience = { timeout: 5000, interval: 5 }

/** Three hops; `seen` is the time left at each, in order. */
const chain = async (leaf: (signal: AbortSignal) => Promise<void>) => {
  const seen: number[] = []
  const note = (deadline: number | undefined) => seen.push(deadline! - Date.now())
  const last = await serve([
    schedulingWith(async (id, { deadline, signal }) => {
      note(deadline)
      await leaf(signal)
      return sampleClient(id)
    }),
  ])
  const next = (address: string) => {
    const below = openClient(address)
    return serve([
      schedulingWith(async (id, { deadline }) => {
        note(deadline)
        await below.getClient({ workspaceId: 'w', clientId: id })
        return sampleClient(id)
      }),
    ])
  }
  const middle = await next(last.address)
  const front = await next(middle.address)
  return { seen, front: openClient(front.address) }
}

test('each hop sees less time than the one before', async () => {
  const { seen, front } = await chain(async () => undefined)
  await front.getClient({ workspaceId: 'w', clientId: 'c' }, { deadlineMs: 1000 })
  expect(seen).toHaveLength(3)
  expect(seen[0]).toBeLessThanOrEqual(1000)
  expect(seen[1]).toBeLessThan(seen[0]!)
  expect(seen[2]).toBeLessThan(seen[1]!)
})

test('a leaf that takes too long answers nobody later than the first deadline, and its work is stopped', async () => {
  let stopped = false
  const { front } = await chain(
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true
          reject(new Error('stopped'))
        })
      }),
  )
  await expect(
    front.getClient({ workspaceId: 'w', clientId: 'c' }, { deadlineMs: 200 }),
  ).rejects.toMatchObject({
    code: 'TIMEOUT',
  })
  await expect.poll(() => stopped, patience).toBe(true)
})

test('when the first caller gives up, the work three hops away stops', async () => {
  let started = false
  let stopped = false
  const { front } = await chain(
    (signal) =>
      new Promise((_resolve, reject) => {
        started = true
        signal.addEventListener('abort', () => {
          stopped = true
          reject(new Error('stopped'))
        })
      }),
  )
  const caller = new AbortController()
  const answer = requestContext.run({ requestId: 'r1', signal: caller.signal }, () =>
    front.getClient({ workspaceId: 'w', clientId: 'c' }, { deadlineMs: 60_000 }),
  )
  const failure = answer.catch((error: unknown) => error)
  await expect.poll(() => started, patience).toBe(true)
  caller.abort()
  expect(await failure).toMatchObject({ code: 'TIMEOUT' })
  await expect.poll(() => stopped, patience).toBe(true)
})

test('the request id and the trace go along', async () => {
  let seen: { requestId?: string; traceparent?: string | undefined } = {}
  const server = await serve([
    schedulingWith(async (_id, { requestId }) => {
      seen = { requestId, traceparent: requestContext.current()?.traceparent }
      return null
    }),
  ])
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await requestContext.run({ requestId: 'r-42', traceparent }, () =>
    openClient(server.address).getClient({ workspaceId: 'w', clientId: 'c' }),
  )
  expect(seen).toEqual({ requestId: 'r-42', traceparent })
})
