import type { Id } from '@wp/kernel'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import type { AdminBillingDeps } from '../deps.ts'
import { isActive } from './subscription.rules.ts'

type CounterDeps = Pick<AdminBillingDeps, 'db' | 'clock' | 'subscriptions' | 'counters'>

/** Removes ended subscriptions from the counters, because nothing is written when a subscription ends. */
export const settleCounters = (deps: CounterDeps, context: JobContext): Promise<void> =>
  forEachRecord(context, deps.subscriptions.iterateEnded(deps.clock.now()), ({ id }) =>
    settleCounter(deps, id),
  )

const settleCounter = ({ db, clock, subscriptions, counters }: CounterDeps, workspaceId: Id): Promise<void> =>
  db.transaction(async () => {
    const current = await subscriptions.find(workspaceId)
    if (!current?.isCounted || isActive(current, clock.now())) return
    await subscriptions.uncount(workspaceId)
    await counters.countEndedSubscription(current)
  })
