import { describe, expect, it } from 'vitest'
import { checkAuthority, checkGrant, hasSamePermissions } from './role.rules.ts'

const manager = { role: 'staff', permissions: ['staff.manage', 'clients.manage'] } as const

describe('checkGrant', () => {
  it('allows an owner to grant anything', () => {
    expect(() => checkGrant({ role: 'owner', permissions: [] }, ['labs.run', 'finance.manage'])).not.toThrow()
  })

  it('allows staff to grant their own permissions and the view permissions that those include', () => {
    expect(() => checkGrant(manager, ['clients.manage', 'clients.view'])).not.toThrow()
  })

  it('rejects permissions that the caller does not have, and names them', () => {
    expect(() => checkGrant(manager, ['clients.view', 'labs.run'])).toThrow(/labs\.run$/)
  })
})

describe('checkAuthority', () => {
  it('rejects changes to a member with permissions that the caller does not have, unless the caller is the owner', () => {
    expect(() => checkAuthority(manager, ['clients.view'])).not.toThrow()
    expect(() => checkAuthority(manager, ['clients.view', 'labs.run'])).toThrow(/labs\.run$/)
    expect(() => checkAuthority({ role: 'owner', permissions: [] }, ['labs.run'])).not.toThrow()
  })
})

describe('hasSamePermissions', () => {
  it('ignores the order of permissions', () => {
    expect(hasSamePermissions(['a', 'b'], ['b', 'a'])).toBe(true)
    expect(hasSamePermissions(['a'], ['a', 'b'])).toBe(false)
  })
})
