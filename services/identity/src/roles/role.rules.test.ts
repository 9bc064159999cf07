import { expect, test } from 'vitest'
import { checkAuthority, checkGrant, grantsTheSame } from './role.rules.ts'

const manager = { role: 'staff', permissions: ['staff.manage', 'clients.manage'] } as const

test('an owner grants anything', () => {
  expect(() => checkGrant({ role: 'owner', permissions: [] }, ['labs.run', 'finance.manage'])).not.toThrow()
})

test('staff grant what they hold, and the view that their manage includes', () => {
  expect(() => checkGrant(manager, ['clients.manage', 'clients.view'])).not.toThrow()
})

test('staff cannot grant more than they hold, and are told what', () => {
  expect(() => checkGrant(manager, ['clients.view', 'labs.run'])).toThrow(/labs\.run$/)
})

test('staff have no authority over a member who holds what they lack', () => {
  expect(() => checkAuthority(manager, ['clients.view'])).not.toThrow()
  expect(() => checkAuthority(manager, ['clients.view', 'labs.run'])).toThrow(/labs\.run$/)
  expect(() => checkAuthority({ role: 'owner', permissions: [] }, ['labs.run'])).not.toThrow()
})

test('order does not matter to what a list grants', () => {
  expect(grantsTheSame(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(grantsTheSame(['a'], ['a', 'b'])).toBe(false)
})
