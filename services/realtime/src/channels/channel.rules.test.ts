import { describe, expect, it } from 'vitest'
import type { WorkspacePrincipal } from '@wp/auth'
import { workspacePermissions } from '@wp/auth'
import { channelDefinitions, findChannel } from './channel.contract.ts'
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

describe('findChannel', () => {
  it('returns the definition of a channel, and null for other names', () => {
    const names = ['jobs', 'jobs.abc', 'labs', 'sessions', 'lab_tests', 'staff', 'subscription']
    expect(names.map((name) => findChannel(name)?.publisher)).toEqual([
      'storefront',
      'storefront',
      'labs',
      'scheduling',
      'labs',
      'scheduling',
      'admin-billing',
    ])
    for (const name of ['', 'jobs.', 'job', 'sessions.abc', 'subscriptions', '__proto__'])
      expect([name, findChannel(name)]).toEqual([name, null])
  })
})

describe('jobIdOf', () => {
  it('returns the job id in a channel name', () => {
    expect(['jobs', 'jobs.abc', 'labs', 'orders'].map(jobIdOf)).toEqual([null, 'abc', null, null])
  })
})

describe('requirePermission', () => {
  const isAllowed = (principal: WorkspacePrincipal, name: string) => {
    try {
      return requirePermission(principal, name) === principal
    } catch {
      return false
    }
  }

  it.each([...channelDefinitions.values()])(
    'allows $name only to the owner and to members with the permission $permission',
    ({ name, permission }) => {
      const isForOwner = permission === 'owner'
      expect(isForOwner || permission in workspacePermissions).toBe(true)
      expect(isAllowed(member('owner'), name)).toBe(true)
      expect(isAllowed(member('staff'), name)).toBe(false)
      expect(isAllowed(member('staff', [permission]), name)).toBe(!isForOwner)
    },
  )

  it('explains what a channel requires', () => {
    expect(() => requirePermission(member('staff'), 'contests')).toThrow('only for the owner')
    expect(() => requirePermission(member('staff'), 'orders')).toThrow('requires the permission')
  })
})

describe('seesCallbackIds', () => {
  it('depends on the permissions only for jobs', () => {
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
