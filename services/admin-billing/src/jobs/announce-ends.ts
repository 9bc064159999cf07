import type { AdminBillingDeps } from '../deps.ts'
import { announceEnds } from '../announcements/announcement.actions.ts'

/** Announces subscriptions that are about to end. */
export const announceEndsJob = (deps: AdminBillingDeps) => ({
  name: 'announce-ends',
  everyMs: 60_000,
  run: ({ signal }: { signal: AbortSignal }) => announceEnds(deps, signal),
})
