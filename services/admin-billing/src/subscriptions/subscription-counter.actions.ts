import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { isActive } from './subscription.rules.ts'

type CounterDeps = Pick<AdminBillingDeps, 'db' | 'clock' | 'subscriptions' | 'counters'>

const batchSize = 200

/** Removes ended subscriptions from the counters, because nothing is written when a subscription ends. */
export const settleCounters = async (deps: CounterDeps, signal: AbortSignal): Promise<void> => {
  let found: number
  do {
    const ended = await deps.subscriptions.listEnded(deps.clock.now(), batchSize)
    found = ended.length
    for (const { id } of ended) {
      if (signal.aborted) return
      await settleCounter(deps, id)
    }
  } while (found === batchSize)
}

const settleCounter = ({ db, clock, subscriptions, counters }: CounterDeps, workspaceId: Id): Promise<void> =>
  db.transaction(async () => {
    const current = await subscriptions.find(workspaceId)
    if (!current?.isCounted || isActive(current, clock.now())) return
    await subscriptions.uncount(workspaceId)
    await counters.countEndedSubscription(current)
  })
