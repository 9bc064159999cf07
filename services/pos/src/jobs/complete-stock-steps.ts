import { stockSaga } from '../invoices/invoice-finalization.actions.ts'
import type { StockDeps } from '../invoices/invoice-finalization.actions.ts'

/** Releases reserved stock after a crash or a storefront outage. */
export const completeStockStepsJob = (deps: StockDeps) => ({
  name: 'complete-stock-steps',
  everyMs: 5_000,
  run: () => stockSaga.recoverOverdue(deps),
})
