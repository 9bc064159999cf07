import { describe, expect, it } from 'vitest'
import { cacheTotals } from './totals.ts'

const counter = (result: number) => {
  let calls = 0
  return { count: () => Promise.resolve(result + (calls += 1) - 1), calls: () => calls }
}

describe('cacheTotals', () => {
  it('caches a large total per filter until the next write in the workspace', async () => {
    const totals = cacheTotals()
    const { count, calls } = counter(5000)
    const ask = (filter: object = {}) => totals.total('things', 'w', filter, count)
    expect([await ask(), await ask()]).toEqual([5000, 5000])
    expect(await ask({ name: /x/ })).toBe(5001)
    expect(await ask({ name: /y/ })).toBe(5002)
    totals.invalidate('things', 'other')
    expect(await ask()).toBe(5000)
    totals.invalidate('things', 'w')
    expect(await ask()).toBe(5003)
    totals.invalidate('things', null)
    expect(await ask()).toBe(5004)
    expect(calls()).toBe(5)
  })

  it('never caches a small total', async () => {
    const totals = cacheTotals()
    const { count, calls } = counter(5)
    await totals.total('things', 'w', {}, count)
    await totals.total('things', 'w', {}, count)
    expect(calls()).toBe(2)
  })

  it('does not cache a total if a write happened while it was counted', async () => {
    const totals = cacheTotals()
    const overtaken = totals.total('things', 'w', {}, () => {
      totals.invalidate('things', 'w')
      return Promise.resolve(5000)
    })
    expect(await overtaken).toBe(5000)
    expect(await totals.total('things', 'w', {}, () => Promise.resolve(5001))).toBe(5001)
  })

  it('shares one count between concurrent requests until the next write, but does not cache a failed count', async () => {
    const totals = cacheTotals()
    const { count, calls } = counter(5)
    const ask = (work = count) => totals.total('things', 'w', {}, work)
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([5, 5, 5])
    const before = ask()
    totals.invalidate('things', 'w')
    expect(await Promise.all([before, ask()])).toEqual([6, 7])
    expect(calls()).toBe(3)
    const failing = () => Promise.reject(new Error('failed'))
    await expect(Promise.all([ask(failing), ask(failing)])).rejects.toThrow('failed')
    expect(await ask()).toBe(8)
  })
})
