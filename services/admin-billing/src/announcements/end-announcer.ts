import { dayNumber, iso, utcDay } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { SubscriptionExpiring } from '../events.ts'
import type { SubscriptionStore } from '../subscriptions/subscription.store.ts'
import { announceAt, announcementKey, dueDistances, remembered } from './announcement.rules.ts'

type Parts = { db: Database; clock: Clock; subscriptions: SubscriptionStore }

const batch = 200

/** Announces what is about to end, once for each workspace, end and distance, by however many replicas. */
export const endAnnouncer = ({ db, clock, subscriptions }: Parts) => {
  const announce = (workspaceId: string) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const current = await subscriptions.find(workspaceId)
      if (!current?.announceAt || current.announceAt > now) return
      const end = current.subscriptionEndDate
      const due = dueDistances(end, current.announced, now)
      for (const daysBefore of due)
        tx.publish(SubscriptionExpiring, {
          workspaceId,
          data: {
            workspaceId,
            planId: current.planId,
            subscriptionEndDate: iso(end!),
            daysBefore,
            daysLeft: dayNumber(utcDay(end!)) - dayNumber(utcDay(now)),
          },
          aggregate: workspaceId,
        })
      const announced = [
        ...remembered(current.announced, now),
        ...due.map((daysBefore) => announcementKey(end!, daysBefore)),
      ]
      const hasEnded = end === null || end <= now
      await subscriptions.noteAnnounced(workspaceId, announced, hasEnded ? null : announceAt(end, announced))
    })

  return {
    run: async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      let found: number
      do {
        const due = await subscriptions.listAnnounceable(clock.now(), batch)
        found = due.length
        for (const { id } of due) {
          if (signal.aborted) return
          await announce(id)
        }
      } while (found === batch)
    },
  }
}
