import { describe, expect, it } from 'vitest'
import { grants, missingFor, withPermissions } from './role.rules.ts'

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
