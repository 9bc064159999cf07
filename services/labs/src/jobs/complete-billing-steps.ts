import { completeOverdueBilling } from '../lab-tests/test-billing.actions.ts'
import type { BillingDeps } from '../lab-tests/test-billing.actions.ts'

/** Completes what a crash or an outage has left of the invoice or income of a test. */
export const completeBillingStepsJob = (deps: BillingDeps) => ({
  name: 'complete-billing-steps',
  everyMs: 5_000,
  run: () => completeOverdueBilling(deps),
})
