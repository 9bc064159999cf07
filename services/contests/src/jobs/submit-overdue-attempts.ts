import type { Job } from '@wp/runtime'
import { submitOverdueAttempts } from '../attempts/attempt.actions.ts'
import type { ContestsDeps } from '../deps.ts'

/** Hands in what participants left open when their time ended, also after the service was away. */
export const submitOverdueAttemptsJob = (deps: ContestsDeps): Job => ({
  name: 'submit-overdue-attempts',
  everyMs: 1_000,
  run: ({ signal }) => submitOverdueAttempts(deps, signal),
})
