import { describe, expect, it } from 'vitest'
import {
  changeDeadline,
  checkDeadline,
  checkOpen,
  contactKeysOf,
  publicFieldsOf,
} from './online-booking.rules.ts'

describe('contactKeysOf', () => {
  it('compares phone numbers by their digits', () => {
    const keys = contactKeysOf({ email: 'a@b.example', phone: '+20 (100) 123' })
    expect(keys).toEqual(['email:a@b.example', 'phone:20100123'])
    expect(contactKeysOf({ email: null, phone: '0020100123' })).toEqual(['phone:20100123'])
    expect(contactKeysOf({ email: null, phone: 'at the desk' })).toEqual(['phone:at the desk'])
  })
})

describe('publicFieldsOf', () => {
  it('contains public fields and required fields of the phase before the visit', () => {
    const field = (id: string, isRequired: boolean, phase: 'pre' | 'post' | null) => ({
      id,
      isRequired,
      phase,
    })
    const fields = [
      field('required', true, 'pre'),
      field('older', true, null),
      field('private', false, 'pre'),
      field('public', false, 'pre'),
      field('afterwards', true, 'post'),
    ]
    const shown = publicFieldsOf({ publicFieldIds: ['public', 'afterwards'] }, fields)
    expect(shown.map(({ id }) => id)).toEqual(['required', 'older', 'public'])
  })
})

describe('checkDeadline', () => {
  it('allows changes up to the configured time before the start', () => {
    const deadline = changeDeadline({ changeUntilMinutes: 60 }, new Date('2027-03-10T10:00:00Z'))
    expect(deadline).toEqual(new Date('2027-03-10T09:00:00Z'))
    expect(() => checkDeadline(deadline, new Date('2027-03-10T08:59:59.999Z'))).not.toThrow()
    expect(() => checkDeadline(deadline, deadline)).toThrow(/can no longer be changed/)
  })
})

describe('checkOpen', () => {
  it('throws for a missing workspace, an expired one, or a page that is turned off', () => {
    const now = new Date('2027-03-10T10:00:00Z')
    const check = (subscriptionEndDate: Date | null, isEnabled: boolean) => () =>
      checkOpen({ subscriptionEndDate }, { isEnabled }, now)
    expect(check(null, true)).not.toThrow()
    expect(check(now, true)).toThrow(/not accepting/)
    expect(check(null, false)).toThrow(/not accepting/)
    expect(() => checkOpen(null, { isEnabled: true }, now)).toThrow(/not accepting/)
  })
})
