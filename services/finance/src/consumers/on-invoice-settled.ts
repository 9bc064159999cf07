import { defineConsumer } from '@wp/bus'
import { toMinor } from '@wp/kernel'
import { InvoiceFinalized, InvoiceRefunded, InvoiceVoided } from '@wp/pos/contract'
import { fromTaxes } from '@wp/workspaces'
import type { FinanceDeps } from '../deps.ts'
import { dayIn } from '../entries/workspace-day.actions.ts'
import { toBookedType, toTaxedLines } from '../entries/entry.rules.ts'
import { bookReversal } from '../expenses/reversal.actions.ts'
import { bookInvoice, releaseReference, toInvoiceTitle } from '../incomes/income.actions.ts'

type Deps = Pick<
  FinanceDeps,
  'incomes' | 'expenses' | 'settledInvoices' | 'receipts' | 'clock' | 'workspaces'
>

/**
 * Books an income entry for a finalized invoice, and an expense for each refund and for a void. Amounts of 0 are not
 * booked.
 */
export const onInvoiceSettled = (deps: Deps) =>
  defineConsumer({
    name: 'invoice-entries',
    events: [InvoiceFinalized, InvoiceRefunded, InvoiceVoided],
    handle: async ({ workspaceId, time, data }, tx) => {
      if (!workspaceId) return
      const { invoice } = data
      const { currencyCode } = invoice
      const title = toInvoiceTitle(invoice)
      const taxed = toTaxedLines(fromTaxes(data.taxes ?? [], currencyCode))
      const toDate = (at: string) => dayIn(deps.workspaces, workspaceId, at)
      if ('refund' in data) {
        const { id, amount, reason, createdAt } = data.refund
        return bookReversal(deps, tx, workspaceId, {
          title: `Refund of ${title}`,
          amountMinor: toMinor(amount, currencyCode),
          currencyCode,
          ...taxed,
          date: await toDate(createdAt),
          notes: reason,
          reference: { type: 'refund', id },
        })
      }
      if ('voidedAt' in data) {
        await releaseReference(deps, tx, workspaceId, invoice.id)
        return bookReversal(deps, tx, workspaceId, {
          title: `${title}, void`,
          amountMinor: toMinor(data.amount, currencyCode),
          currencyCode,
          ...taxed,
          date: await toDate(data.voidedAt),
          notes: null,
          reference: { type: 'void', id: invoice.id },
        })
      }
      await bookInvoice(deps, tx, workspaceId, {
        id: invoice.id,
        version: invoice.version,
        number: invoice.number,
        totalMinor: toMinor(invoice.total, currencyCode),
        currencyCode,
        ...taxed,
        clientId: invoice.clientId,
        origin: invoice.reference && {
          type: toBookedType(invoice.reference.type),
          id: invoice.reference.id,
        },
        date: await toDate(invoice.finalizedAt ?? time),
      })
    },
    inBatches: true,
  })
