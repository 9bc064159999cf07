import { describe, expect, it } from 'vitest'
import { listInvalidFlags, toPlanLimits, translatePlan } from './plan.rules.ts'

const flags = (maxStaff: string) => ({ flags: [{ key: 'max-staff', value: maxStaff }] })

describe('toPlanLimits and listInvalidFlags', () => {
  it('returns no limit for a missing flag and for -1', () => {
    expect(toPlanLimits({ flags: [] })).toEqual({ maxStaff: null, storageMb: null })
    expect(toPlanLimits(flags('-1')).maxStaff).toBeNull()
    expect(listInvalidFlags(flags('-1'))).toEqual([])
  })

  it('returns a whole number, including 0, as the limit', () => {
    expect(toPlanLimits(flags('10')).maxStaff).toBe(10)
    expect(toPlanLimits(flags('0')).maxStaff).toBe(0)
    expect(listInvalidFlags(flags('0'))).toEqual([])
  })

  it.each(['many', '', '1.5', '-2', '0x10', '1e3'])(
    'returns a limit of 0 for the invalid value "%s" and lists the flag',
    (value) => {
      expect(toPlanLimits(flags(value)).maxStaff).toBe(0)
      expect(listInvalidFlags(flags(value))).toEqual([{ flag: 'max-staff', value }])
    },
  )
})

describe('translatePlan', () => {
  it('translates a plan and keeps the original text for a locale without a translation', () => {
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
})
