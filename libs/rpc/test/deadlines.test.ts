import { requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { openClient, sampleClient, schedulingWith, serve } from './peers.ts'

const polling = { interval: 5 }

/** Starts three servers that call each other; `seen` contains the remaining time at each hop, in order. */
const chain = async (leaf: (signal: AbortSignal) => Promise<void>) => {
  const seen: number[] = []
  const record = (deadline: number | undefined) => seen.push(deadline! - performance.now())
  const last = await serve([
    schedulingWith(async (id, { deadline, signal }) => {
      record(deadline)
      await leaf(signal)
      return sampleClient(id)
    }),
  ])
  const next = (address: string) => {
    const below = openClient(address, { deadlineMs: 60_000 })
    return serve([
      schedulingWith(async (id, { deadline }) => {
        record(deadline)
        await below.getClient({ workspaceId: 'w', clientId: id })
        return sampleClient(id)
      }),
    ])
  }
  const middle = await next(last.address)
  const front = await next(middle.address)
  return { seen, front: openClient(front.address) }
}

describe('a deadline', () => {
  it('shrinks with each hop', async () => {
    const { seen, front } = await chain(async () => undefined)
    await front.getClient({ workspaceId: 'w', clientId: 'c' }, { deadlineMs: 10_000 })
    expect(seen).toHaveLength(3)
    expect(seen[0]).toBeLessThanOrEqual(10_000)
    expect(seen[1]).toBeLessThan(seen[0]!)
    expect(seen[2]).toBeLessThan(seen[1]!)
    expect(seen[2]).toBeGreaterThan(0)
  })

  it("ends a slow call at the first caller's deadline and aborts its work", async () => {
    let [started, stopped] = [0, 0]
    const { front } = await chain(
      (signal) =>
        new Promise((_resolve, reject) => {
          if (signal.aborted) return reject(new Error('stopped'))
          started += 1
          signal.addEventListener('abort', () => {
            stopped += 1
            reject(new Error('stopped'))
          })
        }),
    )
    // On a busy machine, a call may end before it reaches the last server.
    for (let deadlineMs = 200; started === 0; deadlineMs *= 2)
      await expect(
        front.getClient({ workspaceId: 'w', clientId: 'c' }, { deadlineMs }),
      ).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expect.poll(() => stopped, polling).toBe(started)
  })
})

describe('an aborted call', () => {
  it('throws TIMEOUT and aborts the work three hops away without waiting for the deadline', async () => {
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
    await expect.poll(() => started, polling).toBe(true)
    caller.abort()
    expect(await failure).toMatchObject({ code: 'TIMEOUT' })
    await expect.poll(() => stopped, polling).toBe(true)
  })
})

describe('rpcClient', () => {
  it('passes the request id and the trace of the request context to the server', async () => {
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
})
