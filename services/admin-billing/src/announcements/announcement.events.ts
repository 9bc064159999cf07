import { defineEvent } from '@wp/bus'
import { dayNumber, IdString, iso, Timestamp, utcDay } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'

export const SubscriptionExpiring = defineEvent({
  type: 'wp.admin-billing.subscription.expiring.v1',
  summary:
    'A subscription ends within 14, 7 or 1 days; published once per workspace, end date and notice period',
  data: z.object({
    workspaceId: IdString,
    planId: IdString,
    subscriptionEndDate: Timestamp,
    /** The notice period in days: 14, 7 or 1. */
    daysBefore: z.int(),
    /** Days left until the subscription ends; fewer than `daysBefore` when the announcement is late. */
    daysLeft: z.int(),
  }),
})

export const publishSubscriptionExpiring = (
  tx: Tx,
  { id: workspaceId, planId }: { id: Id; planId: Id },
  end: Date,
  daysBefore: number,
  now: Date,
): void =>
  tx.publish(SubscriptionExpiring, {
    workspaceId,
    data: {
      workspaceId,
      planId,
      subscriptionEndDate: iso(end),
      daysBefore,
      daysLeft: dayNumber(utcDay(end)) - dayNumber(utcDay(now)),
    },
    aggregate: workspaceId,
  })
