import { workspacePermissions } from '@wp/auth'
import { describe, expect, it } from 'vitest'
import { groupPermissions, groups } from './permission.rules.ts'

const all = Object.entries(workspacePermissions).map(([key, label]) => ({ key, label }))

describe('groupPermissions', () => {
  it('contains every permission of the platform once', () => {
    expect(Object.values(groups).flat().toSorted()).toEqual(Object.keys(workspacePermissions).toSorted())
    expect(groupPermissions(all).map(({ group }) => group)).not.toContain('other')
  })

  it('includes permissions of a newer platform and omits empty groups', () => {
    const shown = groupPermissions([
      { key: 'clients.view', label: 'View clients' },
      { key: 'robots.manage', label: 'Manage robots' },
    ])
    expect(shown.map(({ group, permissions }) => [group, permissions.length])).toEqual([
      ['clients', 1],
      ['other', 1],
    ])
  })
})
