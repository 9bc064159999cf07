import { describe, expect, it } from 'vitest'
import { reconnectDelayMs } from './reconnecting.ts'

describe('reconnectDelayMs', () => {
  it('doubles the maximum delay from half a second to half a minute', () => {
    expect([0, 1, 2, 6, 50].map((failures) => reconnectDelayMs(failures, () => 1))).toEqual([
      500, 1000, 2000, 30_000, 30_000,
    ])
  })

  it('picks a random delay between zero and the maximum', () => {
    expect([0, 0.25, 0.5].map((random) => reconnectDelayMs(2, () => random))).toEqual([0, 500, 1000])
  })
})
