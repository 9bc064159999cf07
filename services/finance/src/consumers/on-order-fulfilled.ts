import { defineConsumer } from '@wp/bus'
import { toMinor } from '@wp/kernel'
import { OrderFulfilled } from '@wp/storefront/contract'
import { fromTaxes } from '@wp/workspaces'
import type { FinanceDeps } from '../deps.ts'
import { dayIn } from '../entries/workspace-day.actions.ts'
import { emptyEntry, insertEntry } from '../entries/entry.actions.ts'
import { toTaxedLines } from '../entries/entry.rules.ts'

/** Books an income entry for each fulfilled order, unless its amount is 0. */
export const onOrderFulfilled = ({ incomes, workspaces }: Pick<FinanceDeps, 'incomes' | 'workspaces'>) =>
  defineConsumer({
    name: 'order-incomes',
    events: [OrderFulfilled],
    handle: async ({ workspaceId, data }, tx) => {
      const { reference, storeName, amount, currencyCode, fulfilledAt, taxes = [] } = data
      const amountMinor = toMinor(amount, currencyCode)
      if (!workspaceId || amountMinor === 0) return
      if (await incomes.entries.findByReference(workspaceId, reference)) return
      await insertEntry(incomes, tx, workspaceId, {
        ...emptyEntry,
        title: `Order at ${storeName}`,
        amountMinor,
        currencyCode,
        ...toTaxedLines(fromTaxes(taxes, currencyCode)),
        date: await dayIn(workspaces, workspaceId, fulfilledAt),
        category: 'sales',
        party: storeName,
        reference,
      })
    },
    inBatches: true,
  })
