import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { publishSubscriptionExpiring } from './announcement.events.ts'
import { announcementKey, dropPastEnds, listDueNotices, nextAnnouncementAt } from './announcement.rules.ts'

type AnnouncementDeps = Pick<AdminBillingDeps, 'db' | 'clock' | 'subscriptions'>

const batchSize = 200

/**
 * Publishes an event for each subscription that ends soon: exactly once per workspace, end date and notice period,
 * even with several replicas.
 */
export const announceEnds = async (deps: AnnouncementDeps, signal: AbortSignal): Promise<void> => {
  let found: number
  do {
    const due = await deps.subscriptions.listAnnounceable(deps.clock.now(), batchSize)
    found = due.length
    for (const { id } of due) {
      if (signal.aborted) return
      await announceEnd(deps, id)
    }
  } while (found === batchSize)
}

const announceEnd = ({ db, clock, subscriptions }: AnnouncementDeps, workspaceId: Id): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const current = await subscriptions.find(workspaceId)
    if (!current?.announceAt || current.announceAt > now) return
    const end = current.subscriptionEndDate
    const due = listDueNotices(end, current.announced, now)
    for (const daysBefore of due) publishSubscriptionExpiring(tx, current, end!, daysBefore, now)
    const announced = [
      ...dropPastEnds(current.announced, now),
      ...due.map((daysBefore) => announcementKey(end!, daysBefore)),
    ]
    const hasEnded = end === null || end <= now
    const announceAt = hasEnded ? null : nextAnnouncementAt(end, announced)
    await subscriptions.setAnnounced(workspaceId, announced, announceAt)
  })
