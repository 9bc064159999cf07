import { describe, expect, it } from 'vitest'
import { menuPosition, menuTarget } from './menu.rules.ts'

const screen = { width: 1000, height: 800 }
const menu = { width: 200, height: 150 }
const button = { top: 100, bottom: 130, left: 300, right: 400 }

describe('menuPosition', () => {
  it('opens below the button, aligned to the side where reading starts', () => {
    expect(menuPosition(button, menu, screen, 'ltr')).toEqual({ top: 136, left: 300 })
    expect(menuPosition(button, menu, screen, 'rtl')).toEqual({ top: 136, left: 200 })
  })

  it('opens above a button at the bottom, and stays in the window', () => {
    const low = { ...button, top: 740, bottom: 770 }
    expect(menuPosition(low, menu, screen, 'ltr').top).toBe(584)
    expect(menuPosition({ ...button, left: 950, right: 990 }, menu, screen, 'ltr').left).toBe(792)
    expect(menuPosition({ ...button, left: 10, right: 50 }, menu, screen, 'rtl').left).toBe(8)
  })
})

describe('menuTarget', () => {
  it('wraps around, and jumps to both ends', () => {
    expect(menuTarget('ArrowDown', 2, 3)).toBe(0)
    expect(menuTarget('ArrowUp', 0, 3)).toBe(2)
    expect([menuTarget('Home', 2, 3), menuTarget('End', 0, 3)]).toEqual([0, 2])
    expect(menuTarget('a', 0, 3)).toBeNull()
  })
})
