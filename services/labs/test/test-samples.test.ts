import * as billing from '@wp/admin-billing/contract'
import { adminApi, eventually, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

describe('/workspace/:workspaceId/labs/test-samples', () => {
  it('returns an empty list for a new workspace', async () => {
    const { api } = await newWorkspace(contract)
    expect((await api.listTestSamples()).body.testSamples).toEqual([])
  })

  it('seeds the standard samples in English and Arabic', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const { status, body } = await api.seedTestSamples()
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    const listed = (await api.listTestSamples({ query: { limit: '100' } })).body.testSamples
    expect(body.count).toBeGreaterThanOrEqual(20)
    expect(listed).toHaveLength(body.count)
    expect(listed.find(({ code }) => code === 'serum')).toMatchObject({
      workspaceId,
      name: 'Serum',
      nameAr: 'مصل الدم',
      tube: 'Serum separator tube',
      tubeColor: 'gold',
      volumeMl: 5,
      handling: expect.stringContaining('centrifuge'),
      handlingAr: expect.any(String),
    })
  })

  it('creates no duplicates and keeps the ids when seeding is repeated, even concurrently', async () => {
    const { api } = await newWorkspace(contract)
    await api.seedTestSamples()
    const ids = async () =>
      (await api.listTestSamples({ query: { limit: '100' } })).body.testSamples.map(({ id }) => id).toSorted()
    const before = await ids()
    const replies = await Promise.all([1, 2, 3].map(() => api.seedTestSamples()))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await ids()).toEqual(before)
  })

  it('rejects a malformed workspace id or query with 422', async () => {
    const { api } = await newWorkspace(contract)
    const params = { workspaceId: 'malformed' }
    expect(await api.listTestSamples({ params })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.seedTestSamples({ params })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.listTestSamples({ query: { limit: '0' } })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('rejects seeding after the subscription expired, but still lists samples', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const admin = await adminApi(billing)
    await admin.updateSubscription({
      params: { workspaceId },
      body: { subscriptionEndDate: '2020-01-01T00:00:00.000Z' },
    })
    await eventually(async () => expect(await api.seedTestSamples()).toFailWith(403, 'SUBSCRIPTION_EXPIRED'))
    expect((await api.listTestSamples()).status).toBe(200)
  })
})
