import { expect, test } from 'vitest'
import { limitsOf, translatePlan } from './plan.rules.ts'

const flags = (maxStaff: string) => ({ flags: [{ key: 'max-staff', value: maxStaff }] })

test('an absent flag and -1 mean no limit', () => {
  expect(limitsOf({ flags: [] })).toEqual({ maxStaff: null, storageMb: null })
  expect(limitsOf(flags('-1')).maxStaff).toBeNull()
})

test('a whole number is the limit, 0 included', () => {
  expect(limitsOf(flags('10')).maxStaff).toBe(10)
  expect(limitsOf(flags('0')).maxStaff).toBe(0)
})

test.each(['many', '', '1.5', '-2', '0x10', '1e3'])(
  'the flag value "%s" allows nothing, and is reported',
  (value) => {
    const faults: string[] = []
    expect(limitsOf(flags(value), (key, text) => faults.push(`${key}=${text}`)).maxStaff).toBe(0)
    expect(faults).toEqual([`max-staff=${value}`])
  },
)

test('a plan speaks the asked language, and its own where there is no translation', () => {
  const images = { logoImage: null, bannerImage: null }
  const plan = {
    name: 'Free',
    description: 'At no cost',
    translations: [{ locale: 'ar', name: 'مجاني', description: null, ...images }],
  }
  expect(translatePlan(plan, 'ar')).toMatchObject({ name: 'مجاني', description: null })
  expect(translatePlan(plan, 'fr')).toEqual(plan)
  expect(translatePlan(plan, undefined)).toEqual(plan)
})
