import type { Id } from '@wp/kernel'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import type { AdminBillingDeps } from '../deps.ts'
import { publishSubscriptionExpiring } from './announcement.events.ts'
import { announcementKey, dropPastEnds, listDueNotices, nextAnnouncementAt } from './announcement.rules.ts'

type AnnouncementDeps = Pick<AdminBillingDeps, 'db' | 'clock' | 'subscriptions'>

/**
 * Publishes an event for each subscription that ends soon: exactly once per workspace, end date and notice period,
 * even with several replicas.
 */
export const announceEnds = (deps: AnnouncementDeps, context: JobContext): Promise<void> =>
  forEachRecord(context, deps.subscriptions.iterateAnnounceable(deps.clock.now()), ({ id }) =>
    announceEnd(deps, id),
  )

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
