import { completeOverdueSteps } from '../staff/staff-login.actions.ts'
import type { StaffLoginDeps } from '../staff/staff-login.actions.ts'

/** Completes, or takes back, what a crash has left half done between scheduling, identity and admin-billing. */
export const completeStaffStepsJob = (deps: StaffLoginDeps) => ({
  name: 'complete-staff-steps',
  everyMs: 5_000,
  run: () => completeOverdueSteps(deps),
})
