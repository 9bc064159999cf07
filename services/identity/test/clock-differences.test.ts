import { createRevocationList } from '@wp/auth'
import type { Principal } from '@wp/auth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootstrapAdmin, createAdmin, updateAdmin } from '../src/admins/admin.actions.ts'
import {
  endLoginSessions,
  refreshLoginSession,
  startLoginSession,
} from '../src/login-sessions/login-session.actions.ts'
import { ownDeps } from './own-deps.ts'
import type { OwnDeps } from './own-deps.ts'

let own: OwnDeps

beforeAll(async () => {
  own = await ownDeps()
})

afterAll(() => own.close())

/** Runs `work` as a replica whose clock differs from the others'. */
const withClockOffset = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  own.clock.advance(ms)
  try {
    return await work()
  } finally {
    own.clock.advance(-ms)
  }
}

const statusOf = async (token: string, workspaceId: string | null) => {
  const list = createRevocationList({ clock: own.clock })
  for (const revocation of (await own.deps.revocations.pageSince(new Date(0), '')).revocations)
    list.apply(revocation)
  const claims = String(Buffer.from(token.split('.')[1]!, 'base64url'))
  const { sub, sid, iat_ms: issuedAtMs } = JSON.parse(claims)
  const kind = workspaceId ? 'workspace' : 'admin'
  return list.isRevoked({ kind, workspaceId, accountId: sub, sessionId: sid, issuedAtMs } as Principal)
}

describe('endLoginSessions', () => {
  const endAll = (accountId: string) => own.db.transaction((tx) => endLoginSessions(own.deps, tx, accountId))

  it('revokes a token issued by a replica whose clock is ahead', async () => {
    const { email, accountId, workspaceId } = await own.newOwner()
    const { token, refreshToken } = await withClockOffset(5000, () => own.logIn(email))
    const refreshed = await withClockOffset(5000, () => refreshLoginSession(own.deps, refreshToken))
    await endAll(accountId)
    expect(await statusOf(token, workspaceId)).toBe('revoked')
    expect(await statusOf(refreshed.token, workspaceId)).toBe('revoked')
  })

  it('does not revoke the token of a later login on a replica whose clock is behind', async () => {
    const { email, accountId, workspaceId } = await own.newOwner()
    await withClockOffset(5000, () => endAll(accountId))
    const { token } = await own.logIn(email)
    expect(await statusOf(token, workspaceId)).toBeNull()
  })
})

describe('updateAdmin', () => {
  it("invalidates an admin's token issued by a replica whose clock is ahead, but not a later one", async () => {
    const password = 'correct-horse-1'
    const root = await bootstrapAdmin(own.deps, {
      email: 'root@platform.example',
      password,
      roles: ['super-admin'],
    })
    const principal = { kind: 'admin', accountId: root.id } as Parameters<typeof createAdmin>[2]
    const email = 'admin@platform.example'
    const { id } = await createAdmin(own.deps, { email, password, roles: ['admin'] }, principal)
    const logIn = async () => {
      const session = { ip: '192.0.2.1', userAgent: 'test' }
      const account = await own.deps.accounts.get(id)
      return own.db.transaction(() => startLoginSession(own.deps, account, null, session))
    }
    const early = await withClockOffset(5000, logIn)
    await updateAdmin(own.deps, id, { roles: ['analyst'] }, principal)
    const late = await withClockOffset(-5000, logIn)
    expect([await statusOf(early.token, null), await statusOf(late.token, null)]).toEqual(['outdated', null])
  })
})
