import type { JobContext } from '@wp/runtime'
import type { AdminBillingDeps } from '../deps.ts'
import { announceEnds } from '../announcements/announcement.actions.ts'

/** Publishes an event for each subscription that ends soon. */
export const announceEndsJob = (deps: AdminBillingDeps) => ({
  name: 'announce-ends',
  everyMs: 60_000,
  run: (context: JobContext) => announceEnds(deps, context),
})
