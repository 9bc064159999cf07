import { newWorkspace, uniqueName, visitorApi } from '@wp/testing'
import { expect, test } from 'vitest'
import * as contract from '../src/contract.ts'

test('a new workspace is the one of the specification, and its owner is logged in', async () => {
  const { api, workspaceId, email, planId } = await newWorkspace(contract)
  const me = await api.me()
  expect(me.status).toBe(200)
  expect(me.body.account).toMatchObject({ email, role: 'owner', staffId: null })
  expect(me.body.workspace).toMatchObject({ id: workspaceId, email, planId, phoneVerified: false })
})

test('of twelve signups at once with one email one wins and eleven are told that it is taken', async () => {
  const { planId } = await newWorkspace()
  const body = {
    email: `${uniqueName('race')}@shop.example`,
    password: 'correct-horse-1',
    phone: '+14155550123',
    planId,
    businessCategorySlug: 'retail',
  }
  const api = visitorApi(contract)
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => api.signup(body)))).map(
    (r) => r.status,
  )
  expect(statuses.filter((s) => s === 201)).toHaveLength(1)
  expect(statuses.filter((s) => s === 409)).toHaveLength(11)
})
