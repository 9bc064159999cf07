import { describe, expect, it } from 'vitest'
import { compareFlat, comparePeaks, comparePerWrite, compareSize, warmUpMinutes } from './rules.ts'

const minutes = Array.from({ length: 30 }, (_, minute) => minute)
const noise = (minute: number) => (minute * 7919) % 11

describe('compareFlat', () => {
  it('passes a flat series, with noise or without', () => {
    expect(compareFlat(minutes.map(() => 100))).toEqual({ first: 100, last: 100, isBroken: false })
    expect(compareFlat(minutes.map((minute) => 100 + noise(minute))).isBroken).toBe(false)
  })

  it('passes a falling series and one that rises only during the warm-up', () => {
    expect(compareFlat(minutes.map((minute) => 100 - minute)).isBroken).toBe(false)
    expect(compareFlat(minutes.map((minute) => 100 + 20 * Math.min(minute, warmUpMinutes))).isBroken).toBe(
      false,
    )
  })

  it('fails a rising series, with noise or without', () => {
    expect(compareFlat(minutes.map((minute) => 100 + minute)).isBroken).toBe(true)
    expect(compareFlat(minutes.map((minute) => 100 + 2 * minute + noise(minute))).isBroken).toBe(true)
  })

  it('fails a rise of more than 10 % and passes a smaller one', () => {
    const stepTo = (value: number) => minutes.map((minute) => (minute < 20 ? 100 : value))
    expect(compareFlat(stepTo(111)).isBroken).toBe(true)
    expect(compareFlat(stepTo(109)).isBroken).toBe(false)
    expect(compareFlat(stepTo(111), 5).isBroken).toBe(false)
  })

  it('passes a series in which a single minute stands out', () => {
    expect(compareFlat(minutes.map((minute) => (minute === 25 ? 500 : 100))).isBroken).toBe(false)
  })

  it('skips minutes without a value, and fails when a whole third of the run has no values', () => {
    expect(compareFlat(minutes.map((minute) => (minute < 20 ? 100 : null))).isBroken).toBe(true)
    const values = minutes.map((minute) => (minute % 4 === 0 ? null : 100))
    expect(compareFlat(values)).toEqual({ first: 100, last: 100, isBroken: false })
  })
})

describe('comparePeaks', () => {
  const restarts = (minute: number) => 150 + 10 * Math.min(minute % 12, 8)

  it('passes memory that rises after every restart, and falling memory', () => {
    expect(comparePeaks(minutes.map(restarts))).toEqual({ first: 230, last: 230, isBroken: false })
    expect(comparePeaks(minutes.map((minute) => 200 - minute)).isBroken).toBe(false)
  })

  it('fails when each process needs more memory than the previous one, and when a value is missing', () => {
    expect(comparePeaks(minutes.map((minute) => restarts(minute) + 3 * minute)).isBroken).toBe(true)
    expect(comparePeaks(minutes.map((minute) => (minute === 29 ? NaN : 200))).isBroken).toBe(true)
  })
})

describe('comparePerWrite', () => {
  const writes = minutes.map((minute) => 1000 * minute)
  const compare = (countAt: (minute: number) => number) => comparePerWrite(minutes.map(countAt), writes)

  it('passes growth in proportion to the writes, and no growth', () => {
    expect(compare((minute) => 50 + 2000 * minute)).toEqual({ first: 2, last: 2, isBroken: false })
    expect(compare(() => 7).isBroken).toBe(false)
  })

  it('fails growth that accelerates and growth that starts late', () => {
    expect(compare((minute) => 100 * minute ** 2).isBroken).toBe(true)
    expect(compare((minute) => Math.max(0, minute - 15) * 20).isBroken).toBe(true)
  })
})

describe('compareSize', () => {
  it('fails records that grow by more than 10 % plus 64 bytes, unless their size was zero', () => {
    expect(compareSize([1000, 1165]).isBroken).toBe(true)
    expect(compareSize([1000, 1160]).isBroken).toBe(false)
    expect(compareSize([0, 1000]).isBroken).toBe(false)
  })
})
