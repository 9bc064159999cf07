import type { Account } from '@workspace-platform/client/identity'
import { describe, expect, it } from 'vitest'
import { mayAdminister } from './admin.rules.ts'

const account = (role: Account['role'], permissions: string[]) => ({
  account: { role, permissions } as Account,
})

describe('mayAdminister', () => {
  it('rejects owners and staff, whatever their permissions', () => {
    expect(mayAdminister(account('owner', []), 'dashboard.view')).toBe(false)
    expect(mayAdminister(account('staff', ['dashboard.view']), 'dashboard.view')).toBe(false)
  })

  it('checks permissions, and the role for actions of super-admins', () => {
    const analyst = account(['analyst'], ['dashboard.view'])
    expect(mayAdminister(analyst, 'dashboard.view')).toBe(true)
    expect(mayAdminister(analyst, 'plans.manage')).toBe(false)
    expect(mayAdminister(account(['admin'], ['plans.manage']), 'super-admin')).toBe(false)
    expect(mayAdminister(account(['admin', 'super-admin'], []), 'super-admin')).toBe(true)
  })
})
