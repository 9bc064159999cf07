import type { Job } from '@wp/runtime'
import { submitOverdueAttempts } from '../attempts/attempt.actions.ts'
import { attemptCollection } from '../attempts/attempt.store.ts'
import { contestCollection } from '../contests/contest.store.ts'
import type { ContestsDeps } from '../deps.ts'

/** Submits open attempts whose deadline has passed or whose contest was closed. */
export const submitOverdueAttemptsJob = (deps: ContestsDeps): Job => ({
  name: 'submit-overdue-attempts',
  everyMs: 1_000,
  watches: [attemptCollection, contestCollection],
  run: (context) => submitOverdueAttempts(deps, context),
})
