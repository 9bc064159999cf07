import { describe, expect, it } from 'vitest'
import { percentiles, repeat } from './load.ts'
import type { Measured } from './measured.ts'
import { actionsPerDay, kindOf, kinds, mix, peakActions, peakCores } from './mix.ts'
import { withTokenChecks, workspacesOn, type Costs } from './mix.ts'
import { toCapacityPage } from './page.ts'
import { activities, hitRate, shardBalance, shareOfBusiest } from './simulate.ts'
import { addedPer } from './stored.ts'

const read = { gateway: 400, scheduling: 800, mongodb: 400 }
const costs: Costs = {
  booking: { gateway: 500, scheduling: 2500, mongodb: 2500 },
  sale: { gateway: 1500, pos: 6000, mongodb: 6000 },
  'read a record': read,
  'list 20 records': read,
  'list the sessions of a day': read,
}

describe('mix', () => {
  it('has 20 bookings, 60 sales and 400 reads a day', () => {
    const reads = kinds.filter((kind) => kind !== 'booking' && kind !== 'sale')
    expect([mix.booking.perDay, mix.sale.perDay]).toEqual([20, 60])
    expect(reads.reduce((total, kind) => total + mix[kind].perDay, 0)).toBe(400)
  })
})

describe('kindOf', () => {
  it('gives each kind its share, spread evenly over the actions', () => {
    const salesOf = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => kindOf(from + index)).filter((kind) => kind === 'sale')
        .length
    expect(salesOf(0, actionsPerDay)).toBe(mix.sale.perDay)
    expect(salesOf(0, actionsPerDay / 2)).toBeGreaterThan(20)
    expect(salesOf(0, actionsPerDay / 2)).toBeLessThan(40)
  })
})

describe('peakActions', () => {
  it('returns the actions of the busiest second', () => {
    expect(peakActions(86_400)).toBe(4800)
  })
})

describe('peakCores', () => {
  it("adds up the costs of a day's actions at ten times the density", () => {
    const perSecond = 10 / 86_400 / 1e6
    expect(peakCores(costs)['pos']).toBeCloseTo(60 * 6000 * perSecond, 9)
    expect(peakCores(costs)['gateway']).toBeCloseTo((20 * 500 + 60 * 1500 + 400 * 400) * perSecond, 9)
  })
})

describe('withTokenChecks', () => {
  it('adds two checks for each request of an action', () => {
    const checked = withTokenChecks(costs, 100)
    expect(checked.sale).toEqual({ ...costs.sale, 'token checks': 600 })
    expect(checked.booking).toEqual({ ...costs.booking, 'token checks': 200 })
  })
})

describe('workspacesOn', () => {
  it('is limited by all cores when the database shares them', () => {
    const one = workspacesOn(costs, { cores: 4, databaseCores: 4, isApart: false })
    expect(one).toEqual({ workspaces: 15_507, fullFirst: 'cores' })
    expect(workspacesOn(costs, { cores: 8, databaseCores: 8, isApart: false }).workspaces).toBe(31_015)
  })

  it('is limited by the database when it may use few cores', () => {
    const embedded = workspacesOn(costs, { cores: 4, databaseCores: 1, isApart: false })
    expect(embedded).toEqual({ workspaces: 10_610, fullFirst: 'database' })
    const apart = workspacesOn(costs, { cores: 40, databaseCores: 4, isApart: true })
    expect(apart).toEqual({ workspaces: 42_442, fullFirst: 'database' })
  })

  it("reserves the other processes' cores when the database runs on its own machine", () => {
    const apart = workspacesOn(costs, { cores: 4, databaseCores: 8, isApart: true })
    expect(apart.fullFirst).toBe('cores')
    expect(apart.workspaces).toBeGreaterThan(20_000)
    expect(apart.workspaces).toBeLessThan(30_000)
  })
})

describe('activities', () => {
  it('has a mean of 1 and gives the busiest percent a multiple of its share', () => {
    const activity = activities(100_000)
    expect(activity.reduce((sum, value) => sum + value, 0) / 100_000).toBeCloseTo(1, 1)
    expect(shareOfBusiest(activity, 0.01)).toBeGreaterThan(0.08)
    expect(shareOfBusiest(activity, 0.01)).toBeLessThan(0.2)
    expect(shareOfBusiest(activity, 1)).toBeCloseTo(1)
  })
})

describe('shardBalance', () => {
  it('stores most on the oldest of ranges with equal numbers of workspaces', () => {
    const { largest, busiest } = shardBalance(new Float64Array(160_000).fill(1), 16, 'numbers')
    expect(largest).toBeCloseTo(1.94, 2)
    expect(busiest).toBeCloseTo(1, 2)
  })

  it('has most requests on the newest of ranges with equal data', () => {
    const { largest, busiest } = shardBalance(new Float64Array(160_000).fill(1), 16, 'data')
    expect(largest).toBeCloseTo(1, 2)
    expect(busiest).toBeCloseTo(4, 1)
  })

  it('shows a workspace that is larger than a shard', () => {
    const activity = new Float64Array(1000).fill(1)
    activity[0] = 1000
    expect(shardBalance(activity, 16, 'data').largest).toBeGreaterThan(5)
  })
})

describe('hitRate', () => {
  const cache = { entries: 10, lifeSeconds: 60 }

  it('depends on how often a token is used within its life', () => {
    const one = Float64Array.of(1)
    expect(hitRate(one, { requestsPerSecond: 1, tokens: 1 }, cache).hits).toBeCloseTo(60 / 61)
    expect(hitRate(one, { requestsPerSecond: 1 / 60, tokens: 1 }, cache).hits).toBeCloseTo(0.5)
    expect(hitRate(one, { requestsPerSecond: 1 / 30, tokens: 2 }, cache)).toEqual({ hits: 0.5, used: 1 })
  })

  it('removes tokens earlier when the cache is full', () => {
    const { hits, used } = hitRate(new Float64Array(1000).fill(1), { requestsPerSecond: 1, tokens: 1 }, cache)
    expect(used).toBeCloseTo(10)
    expect(hits).toBeCloseTo(0.01)
  })
})

describe('percentiles', () => {
  it('returns the 50th and 99th percentiles of 100 durations', () => {
    const times = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentiles(times)).toEqual({ p50: 51, p99: 100 })
  })
})

describe('repeat', () => {
  it('counts only actions that succeed', async () => {
    let started = 0
    const succeeded = await repeat(
      async (index) => {
        started += 1
        await new Promise((resolve) => setImmediate(resolve))
        return index % 2 === 0
      },
      0.02,
      4,
    )
    expect(succeeded).toBeGreaterThan(0)
    expect(succeeded).toBe(Math.ceil(started / 2))
  })
})

describe('addedPer', () => {
  it('divides the difference between two states by the number of actions, and is never negative', () => {
    const before = { lasting: 10, expiringDays: 100, streamBytes: 50, streamSubjects: 2 }
    const after = { lasting: 30, expiringDays: 140, streamBytes: 40, streamSubjects: 6 }
    expect(addedPer(2, before, after)).toEqual({
      lasting: 10,
      expiringDays: 20,
      streamBytes: 0,
      streamSubjects: 2,
    })
  })
})

describe('toCapacityPage', () => {
  const nothing = { lasting: 0, expiringDays: 0, streamBytes: 0, streamSubjects: 0 }
  const measured: Measured = {
    at: '2026-11-18',
    machine: 'Node 24, 2 cores',
    cores: 2,
    connections: 32,
    costs,
    tokenCheckMicros: 200,
    tokenLength: 600,
    tokenCache: { entries: 10_000, lifeSeconds: 60 },
    stored: {
      booking: { ...nothing, lasting: 2000, expiringDays: 9000, streamBytes: 900 },
      sale: { ...nothing, lasting: 6000 },
      'read a record': nothing,
      'list 20 records': nothing,
      'list the sessions of a day': nothing,
    },
    newWorkspace: { ...nothing, lasting: 20_000 },
    workspaceSubjects: 6,
    gatewayBytes: 120e6,
    saturation: { perSecond: 200, refused: 7, busy: { mongodb: 0.9, gateway: 0.2 } },
    half: { perSecond: 100, p50: 5, p99: 20, refused: 0 },
    most: { perSecond: 180, p50: 9, p99: 80, refused: 3 },
  }

  it('shows costs, nodes, times and the growth to a million workspaces', { timeout: 60_000 }, () => {
    const page = toCapacityPage(measured)
    expect(page).toMatch(/\| \*\*all\*\* +\| \*\*5.9\*\* +\| \*\*14.7\*\* +\| \*\*2\*\*/)
    expect(page).toContain('**200 actions a second** on 2 cores (7 more were rejected).')
    expect(page).toContain('mongodb 0.9, gateway 0.2')
    expect(page).toMatch(/\| 90 % +\| 180 +\| 9 +\| 80 +\| 3 +\|/)
    expect(page).toMatch(/\| 1,000,000 +\| 55,600 +\| [\d,]+ +\| [\d,]+ +\| 219 TB/)
    expect(page).toContain('2 KB (booking), 6 KB (sale).')
    expect(page).not.toMatch(/NaN|Infinity|undefined/)
  })
})
