import { workspacePermissions } from '@wp/auth'
import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from './permission.rules.ts'

const platform = Object.keys(workspacePermissions)

const withLoyalty = () => {
  const catalogue = permissionCatalogue()
  catalogue.update([
    { service: 'loyalty', permissions: { 'points.view': 'View points', 'points.manage': 'Give points' } },
    { service: 'contests' },
    { service: 'gifts', permissions: { 'gifts.view': 'View gifts', 'tasks.view': 'Mine', Broken: 'None' } },
  ])
  return catalogue
}

describe('permissionCatalogue', () => {
  it('contains the permissions of the platform before any service is known', () => {
    expect(permissionCatalogue().keys()).toEqual(platform)
  })

  it("adds valid permissions that other services declare, but never replaces the platform's", () => {
    expect(withLoyalty().keys()).toEqual([...platform, 'gifts.view', 'points.view', 'points.manage'])
    const list = withLoyalty().list()
    expect(list).toContainEqual({ key: 'points.manage', label: 'Give points' })
    expect(list).toContainEqual({ key: 'tasks.view', label: workspacePermissions['tasks.view'] })
  })

  it('drops the permissions of a removed service', () => {
    const catalogue = withLoyalty()
    catalogue.update([{ service: 'contests' }])
    expect(catalogue.keys()).toEqual(platform)
  })

  it('rejects a permission that does not exist, unless it was granted before', () => {
    expect(() => withLoyalty().require(['points.view', 'robots.view'])).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        details: [
          { path: 'permissions.1', message: 'must be a permission listed by GET /workspace/permissions' },
        ],
      }),
    )
    expect(() => withLoyalty().require(['points.view', 'robots.view'], ['robots.view'])).not.toThrow()
    expect(() => withLoyalty().require(undefined)).not.toThrow()
  })
})
