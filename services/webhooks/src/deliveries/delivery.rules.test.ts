import { describe, expect, it } from 'vitest'
import {
  checkActive,
  checkRedeliveryCount,
  nextStep,
  reasonToDisable,
  retryDelaysMs,
  splitHeads,
} from './delivery.rules.ts'

const now = new Date('2027-03-10T09:00:00Z')
const result = (responseStatus: number | null) => ({
  at: now,
  responseStatus,
  responseBody: null,
  durationMs: 1,
  error: null,
})

describe('nextStep', () => {
  it.each([200, 204, 299])('succeeds with status %s', (status) => {
    expect(nextStep(result(status), 1, true, now)).toEqual({ kind: 'succeeded' })
  })

  it.each([null, 199, 301, 404, 500])('retries after 5 seconds with status %s', (status) => {
    expect(nextStep(result(status), 1, true, now)).toEqual({
      kind: 'retry',
      at: new Date(now.getTime() + 5000),
    })
  })

  it('fails after the tenth attempt, more than three days after the first', () => {
    expect(nextStep(result(500), 9, true, now).kind).toBe('retry')
    expect(nextStep(result(500), 10, true, now)).toEqual({ kind: 'failed' })
    const totalHours = retryDelaysMs.reduce((sum, each) => sum + each, 0) / 3_600_000
    expect(totalHours).toBeGreaterThan(72)
    expect(totalHours).toBeLessThan(80)
  })

  it('does not retry a test event', () => {
    expect(nextStep(result(500), 1, false, now)).toEqual({ kind: 'failed' })
  })
})

describe('reasonToDisable', () => {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

  it('disables an endpoint that answers 410', () => {
    expect(reasonToDisable(result(410), now, now)).toBe('gone')
  })

  it('disables an endpoint after three days of failures', () => {
    expect(reasonToDisable(result(500), hoursAgo(71.9), now)).toBeNull()
    expect(reasonToDisable(result(null), hoursAgo(72), now)).toBe('failing')
  })
})

describe('splitHeads', () => {
  it('returns due deliveries as ready and those that await a retry as waiting', () => {
    const due = { recordKey: 'a', nextAttemptAt: now }
    const later = { recordKey: 'b', nextAttemptAt: new Date(now.getTime() + 1) }
    expect(splitHeads([due, later], now)).toEqual({ ready: [due], waiting: [later] })
  })
})

describe('checkActive', () => {
  it('rejects an inactive endpoint', () => {
    expect(() => checkActive({ isActive: true })).not.toThrow()
    expect(() => checkActive({ isActive: false })).toThrow('inactive')
  })
})

describe('checkRedeliveryCount', () => {
  it('allows 10,000 deliveries', () => {
    expect(() => checkRedeliveryCount(10_000)).not.toThrow()
    expect(() => checkRedeliveryCount(10_001)).toThrow('more than 10,000')
  })
})
