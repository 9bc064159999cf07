import { newId } from '@wp/kernel'
import { collectPages } from '@wp/runtime'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { revocationCollection, revocationStore } from '../src/login-sessions/revocation.store.ts'

describe('pageSince', () => {
  it('returns all revocations over several pages, including those with the same time', async () => {
    const db = await openTestDatabase(`${uniqueName('t')}_revocations`, {
      collections: [revocationCollection],
    })
    onTestFinished(() => db.close())
    const revocations = revocationStore(db)
    const at = new Date()
    const sessionIds = Array.from({ length: 7 }, () => newId())
    const blank = { accountId: null, exceptSessionId: null, workspaceId: null }
    for (const sessionId of sessionIds) await revocations.insert({ kind: 'session', sessionId, ...blank, at })
    const first = await revocations.pageSince(at, '', 3)
    expect(first.revocations).toHaveLength(3)
    const all = await collectPages((cursor) => revocations.pageSince(at, cursor, 3))
    expect(new Set(all.map(({ sessionId }) => sessionId))).toEqual(new Set(sessionIds))
    expect(all).toHaveLength(sessionIds.length)
    expect(await collectPages((cursor) => revocations.pageSince(new Date(at.getTime() + 1), cursor))).toEqual(
      [],
    )
  })
})
