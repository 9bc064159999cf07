import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '@wp/kernel'
import { trusted } from '@wp/mongo'
import { refreshLoginSession } from '../src/login-sessions/login-session.actions.ts'
import { loginSessionCollection } from '../src/login-sessions/login-session.store.ts'
import { listNewestMessages } from '../src/messages/message.actions.ts'
import { forgetPassword, resetPassword } from '../src/passwords/password.actions.ts'
import { ownDeps } from './own-deps.ts'
import type { OwnDeps } from './own-deps.ts'

let own: OwnDeps

beforeAll(async () => {
  own = await ownDeps()
})

afterAll(() => own.close())

const sessions = () => own.db.global(loginSessionCollection)()

/** Inserts login sessions that were last used at different times; the first one is the oldest. */
const insertSessions = (accountId: string, count: number) => {
  const now = own.clock.now().getTime()
  return sessions().insertMany(
    Array.from({ length: count }, (_, index) => ({
      id: newId(),
      accountId,
      workspaceId: newId(),
      generation: 0,
      device: 'test',
      address: '192.0.2.1',
      lastUsedAt: new Date(now - (count - index) * 1000),
      reauthenticatedAt: new Date(now),
      expiresAt: new Date(now + 86_400_000),
      endedAt: null,
    })),
  )
}

const countActive = (accountId: string) => sessions().count({ accountId, endedAt: null })

describe('startLoginSession', () => {
  it('ends the least recently used login session of an account that has 100', async () => {
    const { email, accountId } = await own.newOwner()
    const [oldest, next] = await insertSessions(accountId, 100)
    const { sessionId } = await own.logIn(email)
    expect(await countActive(accountId)).toBe(100)
    const active = async (id: string) => (await own.deps.loginSessions.find(id))!.endedAt === null
    expect([await active(oldest!.id), await active(next!.id), await active(sessionId)]).toEqual([
      false,
      true,
      true,
    ])
    const { revocations } = await own.deps.revocations.pageSince(own.clock.now(), '')
    expect(revocations.map((revocation) => revocation.sessionId)).toContain(oldest!.id)
  })

  it('keeps the limit of 100 for concurrent logins', async () => {
    const { email, accountId } = await own.newOwner()
    await insertSessions(accountId, 98)
    await Promise.all(Array.from({ length: 5 }, () => own.logIn(email)))
    expect(await countActive(accountId)).toBe(100)
  })
})

describe('resetPassword', () => {
  it('ends hundreds of login sessions with fewer than ten events', async () => {
    const { email, accountId } = await own.newOwner()
    await insertSessions(accountId, 500)
    await forgetPassword(own.deps, email)
    const [mail] = await listNewestMessages(own.deps, email, 1)
    const events = async () => {
      let count = 0
      for await (const _event of own.db.outbox.iterate(new Date(0))) count += 1
      return count
    }
    const before = await events()
    await resetPassword(own.deps, { token: mail!.token!, password: 'owners-horse-2' })
    expect(await countActive(accountId)).toBe(0)
    expect(await sessions().count({ accountId, endedAt: trusted({ $ne: null }) })).toBe(500)
    const added = (await events()) - before
    expect(added).toBeGreaterThan(0)
    expect(added).toBeLessThan(10)
  })
})

describe('refreshLoginSession', () => {
  const reuses = async (workspaceId: string) => {
    const query = { page: 1, limit: 10 }
    const filter = { action: 'session.reused' }
    return (await own.deps.audit.pageForWorkspace(workspaceId, filter, query)).items.length
  }

  it('records the reuse of a refresh token, but not the use of an expired one', async () => {
    const { email, workspaceId } = await own.newOwner()
    const [expiring, reused] = [await own.logIn(email), await own.logIn(email)]
    await refreshLoginSession(own.deps, reused.refreshToken)
    const refresh = (refreshToken: string) => refreshLoginSession(own.deps, refreshToken)
    await expect(refresh(reused.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await reuses(workspaceId)).toBe(1)
    own.clock.advance(31 * 86_400_000)
    await expect(refresh(expiring.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await reuses(workspaceId)).toBe(1)
  })
})
