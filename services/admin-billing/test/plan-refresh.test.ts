import { systemClock } from '@wp/kernel'
import { eventually } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { ownBilling } from './billing-database.ts'

describe('PATCH /admin/plans/:planId', () => {
  it('publishes new limits in batches, exactly once to each workspace on the plan and to no others', async () => {
    const own = await ownBilling(systemClock)
    try {
      const many = 105 // more than one batch
      for (let done = 0; done < many; done += 15)
        await Promise.all(Array.from({ length: 15 }, () => own.billing.signUp('basic')))
      const other = await own.billing.signUp('pro')
      const { plans } = (await own.api.listPlans()).body
      const basic = plans.find((plan) => plan.slug === 'basic')!
      const flags = [{ key: 'max-staff', value: '11' }]
      expect((await own.api.updatePlan({ params: { planId: basic.id }, body: { flags } })).status).toBe(200)
      type Published = { workspaceId: string; version: number; limits: { maxStaff: number } }
      await eventually(async () => {
        const events = await own.billing.events('wp.admin-billing.subscription.changed.v1')
        const published = events
          .map(({ data }) => data['subscription'] as Published)
          .filter(({ version }) => version === 2)
        expect(new Set(published.map(({ workspaceId }) => workspaceId)).size).toBe(many)
        expect(published).toHaveLength(many)
        expect(published.every(({ limits }) => limits.maxStaff === 11)).toBe(true)
        expect(published.map(({ workspaceId }) => workspaceId)).not.toContain(other)
      })
    } finally {
      await own.stop()
    }
  })
})
