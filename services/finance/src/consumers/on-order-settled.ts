import { defineConsumer } from '@wp/bus'
import { toMinor } from '@wp/kernel'
import { OrderFulfilled, OrderRefunded } from '@wp/storefront/contract'
import { fromTaxes } from '@wp/workspaces'
import type { FinanceDeps } from '../deps.ts'
import { dayIn } from '../entries/workspace-day.actions.ts'
import { emptyEntry, insertEntry } from '../entries/entry.actions.ts'
import { toTaxedLines } from '../entries/entry.rules.ts'
import { bookReversal } from '../expenses/reversal.actions.ts'

/** Books an income entry for each fulfilled order and an expense for each refund, unless the amount is 0. */
export const onOrderSettled = (deps: Pick<FinanceDeps, 'incomes' | 'expenses' | 'workspaces'>) =>
  defineConsumer({
    name: 'order-incomes',
    events: [OrderFulfilled, OrderRefunded],
    handle: async ({ workspaceId, data }, tx) => {
      if (!workspaceId) return
      const { incomes, workspaces } = deps
      const { storeName, currencyCode, taxes = [] } = data
      const taxed = toTaxedLines(fromTaxes(taxes, currencyCode))
      if ('refund' in data) {
        const { id, amount, reason, createdAt } = data.refund
        return bookReversal(deps, tx, workspaceId, {
          title: `Refund of an order at ${storeName}`,
          amountMinor: toMinor(amount, currencyCode),
          currencyCode,
          ...taxed,
          date: await dayIn(workspaces, workspaceId, createdAt),
          notes: reason,
          reference: { type: 'refund', id },
        })
      }
      const { reference, amount, fulfilledAt } = data
      const amountMinor = toMinor(amount, currencyCode)
      if (amountMinor === 0) return
      if (await incomes.entries.findByReference(workspaceId, reference)) return
      await insertEntry(incomes, tx, workspaceId, {
        ...emptyEntry,
        title: `Order at ${storeName}`,
        amountMinor,
        currencyCode,
        ...taxed,
        date: await dayIn(workspaces, workspaceId, fulfilledAt),
        category: 'sales',
        party: storeName,
        reference,
      })
    },
    inBatches: true,
  })
