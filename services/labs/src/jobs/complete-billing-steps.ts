import { recoverBilling } from '../lab-tests/lab-test-billing.actions.ts'
import type { BillingDeps } from '../lab-tests/lab-test-billing.actions.ts'

/** Completes the invoices and income of lab tests after a crash or an outage. */
export const completeBillingStepsJob = (deps: BillingDeps) => ({
  name: 'complete-billing-steps',
  everyMs: 5_000,
  run: () => recoverBilling(deps),
})
