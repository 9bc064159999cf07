import { workspacePermissions } from '@wp/auth'
import { describe, expect, it } from 'vitest'
import { grants, groupPermissions, groups, missingFor, withPermissions } from './role.rules.ts'

const all = Object.entries(workspacePermissions).map(([key, label]) => ({ key, label }))

describe('groupPermissions', () => {
  it('contains every permission of the platform once', () => {
    expect(Object.values(groups).flat().toSorted()).toEqual(Object.keys(workspacePermissions).toSorted())
    expect(groupPermissions(all).map(({ group }) => group)).not.toContain('other')
  })

  it('returns permissions of a newer platform, too, and omits empty groups', () => {
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

describe('permissions of a role', () => {
  it('includes the view permission in the manage permission', () => {
    expect(grants(['clients.manage'], 'clients.view')).toBe(true)
    expect(grants(['clients.view'], 'clients.manage')).toBe(false)
    expect(grants(['sessions.create'], 'sessions.view')).toBe(false)
  })

  it('adds and removes permissions without repetition', () => {
    expect(withPermissions(['b', 'a'], ['a', 'c'], true)).toEqual(['a', 'b', 'c'])
    expect(withPermissions(['b', 'a'], ['a'], false)).toEqual(['b'])
  })

  it('requires clients and services for booking', () => {
    expect(missingFor(['sessions.create', 'clients.manage'])).toEqual(['services.view'])
    expect(missingFor(['sessions.view'])).toEqual([])
  })
})
