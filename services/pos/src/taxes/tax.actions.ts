import type { Id, TaxLine } from '@wp/kernel'
import type { PosDeps } from '../deps.ts'

/** Records the taxes of a finalized, refunded or voided invoice in the current transaction. */
export const recordTaxes = (
  { taxEntries }: Pick<PosDeps, 'taxEntries'>,
  { id, workspaceId, currencyCode }: { id: Id; workspaceId: Id; currencyCode: string },
  at: Date,
  lines: readonly TaxLine[],
): Promise<void> => taxEntries.insert(workspaceId, { invoiceId: id, at, currencyCode }, lines)
