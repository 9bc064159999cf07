import { describe, expect, it } from 'vitest'
import {
  isWarning,
  knownAction,
  knownKind,
  knownTarget,
  platformActions,
  targetName,
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

describe('targetName', () => {
  const names = { staff: new Map([['1', 'Omar']]) }

  it('finds the name of a record by its kind and id', () => {
    expect(targetName({ targetType: 'staff', targetId: '1' }, names)).toBe('Omar')
    expect(targetName({ targetType: 'role', targetId: '1' }, names)).toBeNull()
    expect(targetName({ targetType: 'staff', targetId: null }, names)).toBeNull()
  })

  it('returns ids that are names', () => {
    expect(targetName({ targetType: 'business-category', targetId: 'salon' }, names)).toBe('salon')
    expect(knownTarget('till')).toBeUndefined()
  })
})

describe('isWarning', () => {
  it('marks failed logins', () => {
    expect(isWarning({ action: 'login.failed' })).toBe(true)
    expect(isWarning({ action: 'login.succeeded' })).toBe(false)
  })
})
