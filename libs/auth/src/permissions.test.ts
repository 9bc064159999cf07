import { describe, expect, it } from 'vitest'
import { adminRolePermissions, adminRoles, holds, includesPermission, workspacePermissions } from './index.ts'
import type { AdminPrincipal, WorkspacePermission, WorkspacePrincipal } from './index.ts'

const id = 'a'.repeat(24)
const member = (role: 'owner' | 'staff', permissions: WorkspacePermission[]): WorkspacePrincipal => ({
  kind: 'workspace',
  accountId: id,
  workspaceId: id,
  role,
  permissions,
  staffId: null,
  sessionId: id,
  key: null,
  issuedAt: 0,
  issuedAtMs: 0,
  expiresAt: 1,
})
const administrator = (roles: AdminPrincipal['roles']): AdminPrincipal => ({
  kind: 'admin',
  accountId: id,
  roles,
  permissions: adminRolePermissions(roles),
  sessionId: id,
  issuedAt: 0,
  issuedAtMs: 0,
  expiresAt: 1,
})

const keys = Object.keys(workspacePermissions) as WorkspacePermission[]

describe('holds', () => {
  it('gives owners every workspace permission and no admin permission', () => {
    expect(keys.filter((key) => !holds(member('owner', []), key))).toEqual([])
    expect(holds(member('owner', []), 'businesses.manage')).toBe(false)
  })

  it('gives staff the view permission that a manage permission includes, and nothing that they were not granted', () => {
    expect(holds(member('staff', ['store.orders.manage']), 'store.orders.view')).toBe(true)
    expect(holds(member('staff', ['store.orders.manage']), 'store.view')).toBe(false)
    expect(holds(member('staff', ['holidays.view']), 'holidays.manage')).toBe(false)
    expect(keys.filter((key) => holds(member('staff', []), key))).toEqual([])
  })
})

describe('adminRolePermissions and holds', () => {
  it("gives administrators their roles' permissions and no workspace permission", () => {
    expect(adminRolePermissions(['analyst'])).toEqual(['dashboard.view'])
    expect(adminRolePermissions(['analyst', 'admin'])).toEqual([
      'businesses.manage',
      'plans.manage',
      'dashboard.view',
    ])
    expect(holds(administrator(['analyst']), 'businesses.manage')).toBe(false)
    expect(adminRoles.filter((role) => holds(administrator([role]), 'holidays.view'))).toEqual([])
  })
})

describe('includesPermission', () => {
  it.each(keys)('includes at most the matching view permission for %s', (key) => {
    const given = keys.filter((other) => includesPermission([key], other))
    expect(given.filter((other) => other !== key && other !== key.replace(/manage$/, 'view'))).toEqual([])
  })
})
