import { describe, expect, it } from 'vitest'
import {
  isWarning,
  knownAction,
  knownKind,
  knownTarget,
  platformActions,
  workspaceActions,
} from './audit.rules.ts'

describe('knownAction', () => {
  it('lists every action once', () => {
    const all = [...workspaceActions, ...platformActions]
    expect(new Set(all).size).toBe(all.length)
  })

  it('returns undefined for actions of newer services', () => {
    expect(knownAction('role.updated')).toBe('role.updated')
    expect(knownAction('till.reopened')).toBeUndefined()
    expect(knownKind('robot')).toBeUndefined()
    expect([knownTarget('role'), knownTarget('robot')]).toEqual(['role', undefined])
  })
})

describe('isWarning', () => {
  it('marks failed logins', () => {
    expect(isWarning({ action: 'login.failed' })).toBe(true)
    expect(isWarning({ action: 'login.succeeded' })).toBe(false)
  })
})
