import { completeOverdueStock } from '../invoices/invoice-stock.actions.ts'
import type { StockDeps } from '../invoices/invoice-stock.actions.ts'

/** Gives back the stock that a crash or an unreachable storefront has left with an invoice. */
export const completeStockStepsJob = (deps: StockDeps) => ({
  name: 'complete-stock-steps',
  everyMs: 5_000,
  run: () => completeOverdueStock(deps),
})
