import type { Job } from '@wp/runtime'
import { recoverReservations } from '../stock/stock-recovery.actions.ts'
import type { RecoveryDeps } from '../stock/stock-recovery.actions.ts'

/** Settles or returns stock whose request was killed before its order or invoice was stored. */
export const recoverReservationsJob = (deps: RecoveryDeps): Job => ({
  name: 'recover-reservations',
  everyMs: 5_000,
  run: (context) => recoverReservations(deps, context),
})
