import { posService } from '@wp/protos'
import { AppError } from '@wp/kernel'
import { describe, expect, it, onTestFinished } from 'vitest'
import { implement, rpcClient, type RpcClientOptions } from '../src/index.ts'
import { openClient, schedulingWith, silentTelemetry, serve, sampleClient } from './peers.ts'

const never = { window: 10_000, minimumCalls: 10_000 }

/** Calls a failing server through three hops and returns the number of attempts per call that reached it. */
const attemptsPerCall = async (
  leafError: () => Error,
  options: Partial<RpcClientOptions>,
): Promise<number> => {
  let attempts = 0
  const leaf = await serve([
    schedulingWith(async () => {
      attempts += 1
      throw leafError()
    }),
  ])
  const next = (address: string) => {
    const below = openClient(address, { breaker: never, ...options })
    return serve([
      schedulingWith(
        async (id) => (await below.getClient({ workspaceId: 'w', clientId: id })).client && sampleClient(id),
      ),
    ])
  }
  const middle = await next(leaf.address)
  const front = await next(middle.address)
  const caller = openClient(front.address, { breaker: never, ...options })
  const calls = 60
  for (let i = 0; i < calls; i += 1) {
    await caller.getClient({ workspaceId: 'w', clientId: 'c' }).catch(() => undefined)
  }
  return attempts / calls
}

const down = () => new AppError('UNAVAILABLE', 'The database is unavailable')

describe('rpcClient retries', () => {
  it('reaches a failing server three hops away at most 1.2 times per call', async () => {
    const attempts = await attemptsPerCall(down, {})
    expect(attempts).toBeGreaterThan(1)
    expect(attempts).toBeLessThanOrEqual(1.2)
  })

  it('reaches a failing server more often without a budget (proves that the previous test can fail)', async () => {
    expect(await attemptsPerCall(down, { retryRatio: 1 })).toBeGreaterThan(1.5)
  })

  it('does not retry after NOT_FOUND', async () => {
    expect(
      await attemptsPerCall(() => new AppError('NOT_FOUND', 'Client not found'), { retryRatio: 1 }),
    ).toBe(1)
  })

  it('uses the other replica when one is unreachable, even on the first call', async () => {
    const healthy = await serve([schedulingWith(async (id) => sampleClient(id))])
    for (let fresh = 0; fresh < 8; fresh += 1) {
      const client = openClient(`127.0.0.1:9,${healthy.address}`, { breaker: never })
      expect((await client.getClient({ workspaceId: 'w', clientId: 'c' })).client).toMatchObject({ id: 'c' })
    }
  })

  it('uses the other replica when one answers with UNAVAILABLE', async () => {
    const called = new Set<string>()
    const failing = await serve([
      schedulingWith(async () => {
        called.add('failing')
        throw down()
      }),
    ])
    const healthy = await serve([
      schedulingWith(async (id) => {
        called.add('healthy')
        return sampleClient(id)
      }),
    ])
    const scheduling = openClient(`${failing.address},${healthy.address}`, { retryRatio: 1, breaker: never })
    const call = () => scheduling.getClient({ workspaceId: 'w', clientId: 'c' })
    const end = Date.now() + 5000
    while (called.size < 2 && Date.now() < end) await call().catch(() => undefined)
    expect(called.size).toBe(2)
    for (let i = 0; i < 10; i += 1) {
      expect(await scheduling.getClient({ workspaceId: 'w', clientId: 'c' })).toMatchObject({
        client: { id: 'c' },
      })
    }
  })

  it('does not retry a call with side effects', async () => {
    let attempts = 0
    const server = await serve([
      implement(posService, {
        createDraftInvoice: async () => {
          attempts += 1
          throw down()
        },
      }),
    ])
    const pos = rpcClient(posService, { addresses: server.address, ...silentTelemetry(), retryRatio: 1 })
    onTestFinished(() => pos.close())
    const reference = { type: 'session', id: 's' }
    const request = { workspaceId: 'w', reference, items: [], discounts: [], createdBy: 'a' }
    await expect(pos.createDraftInvoice(request)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(attempts).toBe(1)
  })
})

describe('load balancing', () => {
  it('distributes calls among equally loaded replicas', async () => {
    const seen = new Map<string, number>()
    const replica = (name: string) =>
      serve([
        schedulingWith(async () => {
          seen.set(name, (seen.get(name) ?? 0) + 1)
          return null
        }),
      ])
    const a = await replica('a')
    const b = await replica('b')
    const scheduling = openClient(`${a.address},${b.address}`)
    const end = Date.now() + 5000
    while (seen.size < 2 && Date.now() < end) await scheduling.getClient({ workspaceId: 'w', clientId: 'c' })
    seen.clear()
    // Replicas are chosen at random, so the chance that one of them gets none of 60 calls is negligible (2 in 2^60).
    for (let i = 0; i < 60; i += 1) await scheduling.getClient({ workspaceId: 'w', clientId: 'c' })
    expect([...seen.keys()].toSorted()).toEqual(['a', 'b'])
  })
})
