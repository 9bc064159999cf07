import type { RequestQuery } from '@wp/http'
import { newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

describe('/workspace/:workspaceId/pos/sessions', () => {
  it('opens a till session with an opening float', async () => {
    const { api, workspaceId, ownerAccountId } = await newWorkspace(contract)
    const { status, body } = await api.openTillSession({ register: 'bar', openingFloat: 100.25 })
    expect(status).toBe(201)
    expect(body.session).toMatchObject({
      workspaceId,
      register: 'bar',
      status: 'open',
      currencyCode: 'USD',
      openingFloat: 100.25,
      openedBy: ownerAccountId,
      closedAt: null,
      counted: null,
      expected: null,
      difference: null,
    })
  })

  it('uses the register "main" and a float of 0 by default', async () => {
    const { api } = await newWorkspace(contract)
    expect((await api.openTillSession({})).body.session).toMatchObject({ register: 'main', openingFloat: 0 })
  })

  it('returns 409 for a register that is already open, but opens another register', async () => {
    const { api } = await newWorkspace(contract)
    await api.openTillSession({ register: 'bar' })
    expect(await api.openTillSession({ register: 'bar' })).toFailWith(409, 'CONFLICT', { path: 'register' })
    expect((await api.openTillSession({ register: 'door' })).status).toBe(201)
  })

  it('accepts only one of twenty concurrent requests to open a register', async () => {
    const { api } = await newWorkspace(contract)
    const replies = await Promise.all(Array.from({ length: 20 }, () => api.openTillSession({})))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await api.listTillSessions()).body.sessions).toHaveLength(1)
  })

  it('returns the original reply for a repeated Idempotency-Key', async () => {
    const { api } = await newWorkspace(contract)
    const call = { body: { register: 'bar' }, headers: { 'idempotency-key': 'open-bar' } }
    const [first, again] = [await api.openTillSession(call), await api.openTillSession(call)]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('lists sessions newest first and filters by register and status', async () => {
    const { api } = await newWorkspace(contract)
    for (const register of ['one', 'two', 'three']) await api.openTillSession({ register })
    const registers = async (query: RequestQuery<typeof contract.listTillSessions>) =>
      (await api.listTillSessions({ query })).body.sessions.map(({ register }) => register)
    expect(await registers({})).toEqual(['three', 'two', 'one'])
    expect(await registers({ register: 'two' })).toEqual(['two'])
    expect(await registers({ status: 'closed' })).toEqual([])
    expect(await registers({ limit: '1', page: '2' })).toEqual(['two'])
  })

  it('rejects a float below 0 or with too many decimal places with 422', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.openTillSession({ openingFloat: 1.005 })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'openingFloat',
    })
    expect(await api.openTillSession({ openingFloat: -1 })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'openingFloat',
    })
  })

  it('rejects a float that is not a number and an invalid page with 400', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.openTillSession.raw({ body: { openingFloat: '5' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.listTillSessions({ query: { page: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
  })
})
