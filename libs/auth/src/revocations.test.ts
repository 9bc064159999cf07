import { fixedClock } from '@wp/kernel'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRevocationList } from './index.ts'
import type { Principal, RevocationList } from './index.ts'

const at = '2027-03-10T09:00:00.500Z'
const atMs = Date.parse(at)
const id = (letter: string) => letter.repeat(24)

const principal = (over: Partial<Extract<Principal, { kind: 'workspace' }>> = {}): Principal => ({
  kind: 'workspace',
  accountId: id('a'),
  workspaceId: id('b'),
  role: 'staff',
  permissions: [],
  staffId: null,
  sessionId: id('c'),
  key: null,
  issuedAt: Math.floor(atMs / 1000),
  issuedAtMs: atMs,
  expiresAt: Math.floor(atMs / 1000) + 3600,
  ...over,
})

const clock = fixedClock(at)
let list: RevocationList
beforeEach(() => {
  clock.set(at)
  list = createRevocationList({ clock })
})

describe('createRevocationList', () => {
  it('revokes all tokens of a login session, including later ones, but not those of other sessions', () => {
    list.apply({ kind: 'session', sessionId: id('c'), at })
    expect(list.isRevoked(principal({ issuedAtMs: atMs + 60_000 }))).toBe('revoked')
    expect(list.isRevoked(principal({ sessionId: id('d') }))).toBeNull()
  })

  it("revokes an account's tokens issued so far, except those of the given login session", () => {
    list.apply({ kind: 'account', accountId: id('a'), exceptSessionId: id('d'), at })
    expect(list.isRevoked(principal())).toBe('revoked')
    expect(list.isRevoked(principal({ sessionId: id('d') }))).toBeNull()
    expect(list.isRevoked(principal({ issuedAtMs: atMs + 1 }))).toBeNull()
    expect(list.isRevoked(principal({ accountId: id('e') }))).toBeNull()
  })

  it("revokes an account's tokens only in the given workspace", () => {
    list.apply({ kind: 'account', accountId: id('a'), workspaceId: id('b'), at })
    expect(list.isRevoked(principal())).toBe('revoked')
    expect(list.isRevoked(principal({ workspaceId: id('f') }))).toBeNull()
  })

  it('keeps an earlier account revocation in force when a later one exempts another session', () => {
    list.apply({ kind: 'account', accountId: id('a'), exceptSessionId: id('d'), at })
    list.apply({ kind: 'account', accountId: id('a'), exceptSessionId: id('c'), at })
    expect(list.isRevoked(principal({ sessionId: id('c') }))).toBe('revoked')
    expect(list.isRevoked(principal({ sessionId: id('d') }))).toBe('revoked')
  })

  it('marks tokens as outdated if they were issued before or in the same millisecond as a role change', () => {
    list.apply({ kind: 'outdated', accountId: id('a'), workspaceId: id('b'), at })
    expect(list.isRevoked(principal())).toBe('outdated')
    expect(list.isRevoked(principal({ issuedAtMs: atMs + 1 }))).toBeNull()
    expect(list.isRevoked(principal({ workspaceId: id('f') }))).toBeNull()
  })

  it('keeps tokens outdated when an older role change arrives late', () => {
    list.apply({ kind: 'outdated', workspaceId: id('b'), at })
    list.apply({ kind: 'outdated', workspaceId: id('b'), at: new Date(atMs - 5_000) })
    expect(list.isRevoked(principal())).toBe('outdated')
  })

  it("keeps an account's tokens revoked when an older revocation arrives late", () => {
    list.apply({ kind: 'account', accountId: id('a'), at })
    list.apply({ kind: 'account', accountId: id('a'), at: new Date(atMs - 5_000) })
    expect(list.isRevoked(principal())).toBe('revoked')
  })

  it('keeps a login session revoked when the revocation arrives again with an older time', () => {
    list.apply({ kind: 'session', sessionId: id('c'), at })
    list.apply({ kind: 'session', sessionId: id('c'), at: new Date(atMs - 10 * 60_000) })
    clock.advance(60 * 60_000)
    list.touch()
    expect(list.isRevoked(principal())).toBe('revoked')
  })

  it('applies many revocations of one account without storing each one', () => {
    // If each revocation were kept, the work would be quadratic and the test would time out.
    for (let count = 0; count < 60_000; count += 1)
      list.apply({
        kind: 'account',
        accountId: id('a'),
        exceptSessionId: id('d'),
        at: new Date(atMs + count),
      })
    expect(list.isRevoked(principal({ issuedAtMs: atMs + 59_999 }))).toBe('revoked')
    expect(list.isRevoked(principal({ issuedAtMs: atMs + 60_000 }))).toBeNull()
  })

  it('returns Infinity before the first touch, then the time since the last touch', () => {
    expect(list.staleForMs()).toBe(Number.POSITIVE_INFINITY)
    list.touch()
    clock.advance(1_500)
    expect(list.staleForMs()).toBe(1_500)
  })

  it('drops a revocation only after all affected tokens have expired', () => {
    list.apply({ kind: 'session', sessionId: id('c'), at })
    clock.advance(61 * 60_000)
    list.touch()
    expect(list.isRevoked(principal())).toBe('revoked')
    clock.advance(5 * 60_000)
    list.touch()
    expect(list.isRevoked(principal())).toBeNull()
  })

  it('keeps a revocation when the clock briefly jumps ahead', () => {
    list.apply({ kind: 'session', sessionId: id('c'), at })
    clock.advance(2 * 60_000)
    clock.set('2027-03-10T11:00:00Z')
    list.touch()
    expect(list.isRevoked(principal())).toBe('revoked')
  })
})
