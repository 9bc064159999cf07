import { fixedClock } from '@wp/kernel'
import { jobContext } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { announceEnds } from '../src/announcements/announcement.actions.ts'
import { subscriptionStore } from '../src/subscriptions/subscription.store.ts'
import { ownBilling } from './billing-database.ts'

const type = 'wp.admin-billing.subscription.expiring.v1'

describe('announce-ends job', () => {
  it('announces an end date 14, 7 and 1 days ahead, once each, even with several replicas and after downtime', async () => {
    const clock = fixedClock('2027-01-10T12:00:00.000Z')
    const own = await ownBilling(clock)
    try {
      const params = { workspaceId: await own.billing.signUp('free') }
      const setEnd = (subscriptionEndDate: string | null) =>
        own.api.updateSubscription({ params, body: { subscriptionEndDate } })
      const announced = async () =>
        (await own.billing.events(type, params.workspaceId)).map(({ data }) => [
          (data['subscriptionEndDate'] as string).slice(0, 10),
          data['daysBefore'],
          data['daysLeft'],
        ])
      const { db } = own.billing
      const deps = { db, clock, subscriptions: subscriptionStore(db) }
      const runAll = () =>
        Promise.all([
          own.service.runJob('announce-ends'),
          announceEnds(deps, jobContext()),
          announceEnds(deps, jobContext()),
        ])

      await runAll()
      expect(await announced()).toEqual([]) // the subscription has no end
      await setEnd('2027-02-20T08:00:00.000Z')
      await runAll()
      expect(await announced()).toEqual([])
      clock.set('2027-02-06T00:00:00.000Z') // 14 days before the end
      await runAll()
      await runAll()
      expect(await announced()).toEqual([['2027-02-20', 14, 14]])
      clock.set('2027-02-19T00:00:00.000Z') // the job did not run for 13 days
      await runAll()
      expect(await announced()).toEqual([
        ['2027-02-20', 14, 14],
        ['2027-02-20', 7, 1],
        ['2027-02-20', 1, 1],
      ])
      await setEnd('2027-03-20T08:00:00.000Z')
      await setEnd('2027-02-20T08:00:00.000Z') // this end was already announced
      await runAll()
      expect(await announced()).toHaveLength(3)
      await setEnd('2027-03-01T08:00:00.000Z') // ten days ahead, so the first notice is late
      await runAll()
      expect((await announced()).slice(3)).toEqual([['2027-03-01', 14, 10]])
      clock.set('2027-03-01T08:00:00.000Z') // the subscription has ended
      await runAll()
      expect(await announced()).toHaveLength(4)
    } finally {
      await own.stop()
    }
  })
})
