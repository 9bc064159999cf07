import type { AdminBillingDeps } from '../deps.ts'

/** Moves pending changes into the counters, so that reading them stays cheap. */
export const rollUpCountersJob = ({ counters }: Pick<AdminBillingDeps, 'counters'>) => ({
  name: 'roll-up-counters',
  everyMs: 5_000,
  run: ({ signal }: { signal: AbortSignal }) => counters.rollUp(signal),
})
