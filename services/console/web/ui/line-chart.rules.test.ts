import { describe, expect, it } from 'vitest'
import { labelIndexes, lineThrough, nearestTo, pointsOf, ticksFor } from './line-chart.rules.ts'

describe('ticksFor', () => {
  it.each([
    [
      [120, 8900],
      [0, 5000, 10_000],
    ],
    [
      [4, 7, 3],
      [0, 2.5, 5, 7.5],
    ],
    [
      [-300, 450],
      [-500, -250, 0, 250, 500],
    ],
    [
      [0.1, 0.3],
      [0, 0.1, 0.2, 0.3],
    ],
    [
      [0, 0],
      [0, 1],
    ],
    [[], [0, 1]],
  ])('returns round values around %j', (values, expected) => {
    expect(ticksFor(values)).toEqual(expected)
  })
})

describe('pointsOf', () => {
  const box = { width: 100, height: 50, isMirrored: false }

  it('spreads the values across the width and puts the highest at the top', () => {
    expect(lineThrough(pointsOf([0, 5, 10], 3, [0, 10], box))).toBe('M0 50L50 25L100 0')
  })

  it('starts at the right in right-to-left languages', () => {
    const points = pointsOf([0, 10], 2, [0, 10], { ...box, isMirrored: true })
    expect(points.map(({ x }) => x)).toEqual([100, 0])
  })

  it('finds the point nearest to the pointer', () => {
    const points = pointsOf([1, 2, 3], 3, [0, 10], box)
    expect([nearestTo(-20, points), nearestTo(60, points), nearestTo(99, points), nearestTo(5, [])]).toEqual([
      0,
      1,
      2,
      null,
    ])
  })
})

describe('labelIndexes', () => {
  it('returns at most the given number, at equal distances', () => {
    expect(labelIndexes(4, 6)).toEqual([0, 1, 2, 3])
    expect(labelIndexes(30, 6)).toEqual([0, 6, 12, 18, 24])
  })
})
