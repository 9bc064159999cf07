import type { Job } from '@wp/runtime'
import { submitOverdueAttempts } from '../attempts/attempt.actions.ts'
import type { ContestsDeps } from '../deps.ts'

/** Submits open attempts whose deadline has passed or whose contest was closed. */
export const submitOverdueAttemptsJob = (deps: ContestsDeps): Job => ({
  name: 'submit-overdue-attempts',
  everyMs: 1_000,
  run: (context) => submitOverdueAttempts(deps, context),
})
