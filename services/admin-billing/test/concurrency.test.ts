import { systemClock } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { ownBilling } from './billing-database.ts'

describe('GET /admin/dashboard/overview', () => {
  it('counts forty concurrent sign-ups and twenty payments exactly once, even while counters are rolled up', async () => {
    const own = await ownBilling(systemClock)
    try {
      const ids = await Promise.all(Array.from({ length: 40 }, () => own.billing.signUp('basic')))
      const twice = [...ids, ...ids]
      await Promise.all(twice.map((id) => own.billing.signUpAgain(id)))
      const rollUps = Promise.all([1, 2, 3].map(() => own.service.runJob('roll-up-counters')))
      const replies = await Promise.all(
        ids.map((workspaceId, index) =>
          index % 2 === 0
            ? own.api.createPayment({ workspaceId, type: 'sms', amount: 1.5 })
            : own.api.updateStorage({ params: { workspaceId }, body: { additionalStorageMB: 1 } }),
        ),
      )
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        ...Array(20).fill(200),
        ...Array(20).fill(201),
      ])
      await rollUps
      const { metrics, paymentStats } = (await own.api.getDashboardOverview()).body
      expect(metrics).toMatchObject({
        totalBusinesses: 40,
        activeSubscriptions: 40,
        basicPlanAndAddonsActive: 40,
        basicPlanAndAddonsMonthlyUsd: 760,
      })
      expect(paymentStats.total).toEqual({ amount: 30, count: 20 })
    } finally {
      await own.stop()
    }
  })
})
