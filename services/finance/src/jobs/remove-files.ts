import type { JobContext } from '@wp/runtime'
import type { FinanceDeps } from '../deps.ts'
import { removeUnattachedReceipts } from '../receipts/receipt.actions.ts'

/** Deletes receipts that have been unattached for a day, and files left over from a crash or an outage. */
export const removeFilesJob = (deps: Pick<FinanceDeps, 'db' | 'receipts' | 'receiptFiles' | 'clock'>) => ({
  name: 'remove-files',
  everyMs: 30_000,
  run: async (context: JobContext) => {
    await removeUnattachedReceipts(deps, context)
    await deps.receiptFiles.removeOverdue()
  },
})
