import { fixedClock } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { correctedClock } from './corrected-clock.ts'

const shown = '2027-01-01T00:00:05.000Z'

describe('correctedClock', () => {
  it.each([
    ['ahead', 31 * 86_400_000, '2026-12-01T00:00:05.000Z', '2026-12-01'],
    ['behind', -86_400_000, '2027-01-02T00:00:05.000Z', '2027-01-02'],
  ])('subtracts the offset of a clock that is %s', (_, offsetMs, now, today) => {
    const clock = correctedClock(fixedClock(shown), () => offsetMs)
    expect([clock.now().toISOString(), clock.today()]).toEqual([now, today])
  })

  it.each([9999, -9999])('ignores a clock difference of %i ms', (offsetMs) => {
    expect(correctedClock(fixedClock(shown), () => offsetMs).now()).toEqual(new Date(shown))
  })
})
