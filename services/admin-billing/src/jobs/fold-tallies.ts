import type { AdminBillingDeps } from '../deps.ts'

/** Brings pending changes into the tallies, so that reading them stays cheap. */
export const foldTalliesJob = ({ tallies }: Pick<AdminBillingDeps, 'tallies'>) => ({
  name: 'fold-tallies',
  everyMs: 5_000,
  run: ({ signal }: { signal: AbortSignal }) => tallies.fold(signal),
})
