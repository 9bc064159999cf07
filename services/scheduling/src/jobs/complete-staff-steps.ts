import { recoverStaffLogins } from '../staff/staff-login.actions.ts'
import type { StaffLoginDeps } from '../staff/staff-login.actions.ts'

/** Completes or undoes staff changes that were interrupted by a crash or an outage. */
export const completeStaffStepsJob = (deps: StaffLoginDeps) => ({
  name: 'complete-staff-steps',
  everyMs: 5_000,
  run: () => recoverStaffLogins(deps),
})
