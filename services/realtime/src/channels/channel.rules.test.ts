import { describe, expect, it } from 'vitest'
import type { WorkspacePrincipal } from '@wp/auth'
import { isRetained, jobIdOf, requirePermission, seesCallbackIds } from './channel.rules.ts'

describe('isRetained', () => {
  it.each([
    [0, { first: 1, last: 9 }, true],
    [9, { first: 1, last: 9 }, true],
    [10, { first: 1, last: 9 }, false],
    [4, { first: 5, last: 9 }, true],
    [3, { first: 5, last: 9 }, false],
    [9, { first: 10, last: 9 }, true],
    [8, { first: 10, last: 9 }, false],
  ])('returns whether all events after %d are stored when the stream has %j: %s', (after, bounds, kept) => {
    expect(isRetained(after, bounds)).toBe(kept)
  })
})

const member = (role: 'owner' | 'staff', permissions: string[] = []) =>
  ({ kind: 'workspace', role, permissions }) as unknown as WorkspacePrincipal

describe('jobIdOf', () => {
  it('returns the job id in a channel name', () => {
    expect(['jobs', 'jobs.abc', 'labs', 'orders'].map(jobIdOf)).toEqual([null, 'abc', null, null])
  })
})

describe('requirePermission', () => {
  const isAllowed = (principal: WorkspacePrincipal, permission: string) => {
    try {
      return requirePermission(principal, 'cards', { permission }) === principal
    } catch {
      return false
    }
  }

  it('allows only the owner and members with its permission to use a channel', () => {
    expect(isAllowed(member('owner'), 'loyalty.view')).toBe(true)
    expect(isAllowed(member('staff'), 'loyalty.view')).toBe(false)
    expect(isAllowed(member('staff', ['loyalty.view']), 'loyalty.view')).toBe(true)
    expect(isAllowed(member('owner'), 'owner')).toBe(true)
    expect(isAllowed(member('staff', ['loyalty.view']), 'owner')).toBe(false)
  })

  it('explains what a channel requires', () => {
    const refused = (permission: string) => () => requirePermission(member('staff'), 'cards', { permission })
    expect(refused('owner')).toThrow('Channel cards is only for the owner')
    expect(refused('loyalty.view')).toThrow('Channel cards requires the permission loyalty.view')
  })
})

describe('seesCallbackIds', () => {
  it('depends on permissions only for jobs', () => {
    const owner = member('owner')
    expect(['jobs', 'jobs.abc', 'orders', 'labs'].map((name) => seesCallbackIds(owner, name))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(seesCallbackIds(member('staff', ['jobs.view']), 'jobs')).toBe(false)
  })
})
