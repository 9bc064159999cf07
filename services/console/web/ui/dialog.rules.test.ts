import { describe, expect, it } from 'vitest'
import { isOutside } from './dialog.rules.ts'

const dialog = { left: 100, right: 300, top: 50, bottom: 150 }

describe('isOutside', () => {
  it('distinguishes the backdrop from the dialog and its edge', () => {
    const inside = [
      [100, 50],
      [200, 100],
      [300, 150],
    ] as const
    const outside = [
      [99, 100],
      [301, 100],
      [200, 49],
      [200, 151],
    ] as const
    const at = ([clientX, clientY]: readonly [number, number]) => isOutside(dialog, { clientX, clientY })
    expect([inside.map(at), outside.map(at)]).toEqual([Array(3).fill(false), Array(4).fill(true)])
  })
})
