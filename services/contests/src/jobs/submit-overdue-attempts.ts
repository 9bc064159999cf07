import type { Job } from '@wp/runtime'
import { submitOverdueAttempts } from '../attempts/attempt.actions.ts'
import type { ContestsDeps } from '../deps.ts'

/** Submits attempts that were still open at their deadline, including those missed while the service was down. */
export const submitOverdueAttemptsJob = (deps: ContestsDeps): Job => ({
  name: 'submit-overdue-attempts',
  everyMs: 1_000,
  run: ({ signal }) => submitOverdueAttempts(deps, signal),
})
