import { describe, expect, it } from 'vitest'
import { scriptBudgets, scriptSizes } from '../build/script-sizes.ts'

const { form, login, areas, later, dates } = scriptSizes()

describe('size of the scripts, compressed by gzip', () => {
  it(`is at most ${scriptBudgets.form} kB until the login form is shown`, () => {
    expect(form).toBeLessThanOrEqual(scriptBudgets.form)
    expect(form).toBeGreaterThan(50)
  })

  it(`is at most ${scriptBudgets.login} kB for the login page`, () => {
    expect(login).toBeLessThanOrEqual(scriptBudgets.login)
    expect(login).toBeGreaterThan(50)
  })

  it(`is at most ${scriptBudgets.later} kB for scripts that every page loads after it is shown`, () => {
    expect(later).toBeLessThanOrEqual(scriptBudgets.later)
    expect(later).toBeGreaterThan(1)
  })

  it(`is at most ${scriptBudgets.dates} kB for fields for dates, which forms load when they show one`, () => {
    expect(dates).toBeLessThanOrEqual(scriptBudgets.dates)
    expect(dates).toBeGreaterThan(1)
  })

  it.each(Object.entries(areas))(
    `is at most ${scriptBudgets.area} kB more for the area %s with the shell`,
    (_, size) => {
      expect(size).toBeLessThanOrEqual(scriptBudgets.area)
      expect(size).toBeGreaterThan(5)
    },
  )
})
