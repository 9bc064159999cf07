import { fixedClock } from '@wp/kernel'
import { beforeEach, expect, test } from 'vitest'
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

test('a revoked session is refused whenever its token was issued, others are not', () => {
  list.apply({ kind: 'session', sessionId: id('c'), at })
  expect(list.isRevoked(principal({ issuedAtMs: atMs + 60_000 }))).toBe('revoked')
  expect(list.isRevoked(principal({ sessionId: id('d') }))).toBeNull()
})

test('revoking an account ends what was issued until then, except the named session', () => {
  list.apply({ kind: 'account', accountId: id('a'), exceptSessionId: id('d'), at })
  expect(list.isRevoked(principal())).toBe('revoked')
  expect(list.isRevoked(principal({ sessionId: id('d') }))).toBeNull()
  expect(list.isRevoked(principal({ issuedAtMs: atMs + 1 }))).toBeNull()
  expect(list.isRevoked(principal({ accountId: id('e') }))).toBeNull()
})

test('removing staff from one workspace leaves their sessions in another', () => {
  list.apply({ kind: 'account', accountId: id('a'), workspaceId: id('b'), at })
  expect(list.isRevoked(principal())).toBe('revoked')
  expect(list.isRevoked(principal({ workspaceId: id('f') }))).toBeNull()
})

test('a later revocation of an account does not forget an earlier one with other exceptions', () => {
  list.apply({ kind: 'account', accountId: id('a'), exceptSessionId: id('d'), at })
  list.apply({ kind: 'account', accountId: id('a'), exceptSessionId: id('c'), at })
  expect(list.isRevoked(principal({ sessionId: id('c') }))).toBe('revoked')
  expect(list.isRevoked(principal({ sessionId: id('d') }))).toBe('revoked')
})

test('a role change outdates tokens issued up to that millisecond, not later ones', () => {
  list.apply({ kind: 'outdated', accountId: id('a'), workspaceId: id('b'), at })
  expect(list.isRevoked(principal())).toBe('outdated')
  expect(list.isRevoked(principal({ issuedAtMs: atMs + 1 }))).toBeNull()
  expect(list.isRevoked(principal({ workspaceId: id('f') }))).toBeNull()
})

test('an older role change that arrives late does not bring an outdated token back', () => {
  list.apply({ kind: 'outdated', workspaceId: id('b'), at })
  list.apply({ kind: 'outdated', workspaceId: id('b'), at: new Date(atMs - 5_000) })
  expect(list.isRevoked(principal())).toBe('outdated')
})

test('knows nothing until the feed was read, then says how long ago that was', () => {
  expect(list.staleForMs()).toBe(Number.POSITIVE_INFINITY)
  list.touch()
  clock.advance(1_500)
  expect(list.staleForMs()).toBe(1_500)
})

test('forgets a revocation only after every token it concerned has expired', () => {
  list.apply({ kind: 'session', sessionId: id('c'), at })
  clock.advance(61 * 60_000)
  list.touch()
  expect(list.isRevoked(principal())).toBe('revoked')
  clock.advance(5 * 60_000)
  list.touch()
  expect(list.isRevoked(principal())).toBeNull()
})
