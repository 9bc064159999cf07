import { newId } from '@wp/kernel'
import { claimsOf, newWorkspace, signToken, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

describe('an access token for a missing workspace or account', () => {
  it('is rejected with 404 on routes without a workspace id when its workspace does not exist', async () => {
    const { token: own } = await newWorkspace()
    const token = signToken({ ...claimsOf(own), wid: newId() })
    const api = visitorApi(contract)
    const body = { challengeId: newId(), code: '123456' }
    const replies = [
      await api.listPermissions({ token }),
      await api.setUpTotp({ token }),
      await api.confirmTotp({ token, body }),
      await api.startPhone({ token, body: {} }),
      await api.verifyPhone({ token, body }),
      await api.listMethods({ token }),
      await api.makeMethodPrimary({ token, params: { methodId: newId() } }),
      await api.deleteMethod({ token, params: { methodId: newId() } }),
      await api.generateBackupCodes({ token }),
      await api.regenerateBackupCodes({ token }),
      await api.countBackupCodes({ token }),
    ]
    for (const reply of replies) expect(reply).toFailWith(404, 'NOT_FOUND')
  })

  it('is rejected with 401 when its account does not exist', async () => {
    const { token: own } = await newWorkspace()
    const token = signToken({ ...claimsOf(own), sub: newId() })
    const api = visitorApi(contract)
    expect(await api.me({ token })).toFailWith(401, 'UNAUTHENTICATED')
    expect(await api.reauthenticate({ token, body: { password: 'x' } })).toFailWith(401, 'UNAUTHENTICATED')
  })
})

describe('GET /dev/outbox', () => {
  it('returns 400 for an address longer than 254 characters', async () => {
    const { listOutbox } = visitorApi(contract)
    expect(await listOutbox({ query: { to: 'a'.repeat(255) } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'to',
    })
  })
})

describe('POST /workspace/:workspaceId/roles', () => {
  it('creates one role per Idempotency-Key and returns 409 while the first request is running', async () => {
    const { api } = await newWorkspace(contract)
    const body = { name: 'Desk', permissions: [] }
    const made = new Set<string>()
    let waited = 0
    while (waited === 0) {
      const headers = { 'idempotency-key': newId() }
      const replies = await Promise.all(Array.from({ length: 10 }, () => api.createRole({ body, headers })))
      const ids = replies.filter(({ status }) => status === 201).map((reply) => reply.body.role.id)
      expect(new Set(ids).size).toBe(1)
      made.add(ids[0]!)
      waited += replies.filter(({ status }) => status === 409).length
    }
    expect((await api.listRoles()).body.roles).toHaveLength(made.size)
  })
})
