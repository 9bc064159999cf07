import { defineConsumer } from '@wp/bus'
import { OrderFulfilled } from '@wp/storefront/contract'
import { fromTaxes } from '@wp/workspaces'
import type { PosDeps } from '../deps.ts'

/** Adds the taxes of fulfilled orders to the sums of their period. An event of an older version is not taxed. */
export const onOrderFulfilled = ({ taxEntries }: Pick<PosDeps, 'taxEntries'>) =>
  defineConsumer({
    name: 'order-taxes',
    events: [OrderFulfilled],
    handle: async ({ workspaceId, data }) => {
      if (!workspaceId) return
      const { orderId, amount, currencyCode, fulfilledAt } = data
      const untaxed = { name: null, percentage: 0, net: amount, tax: 0, gross: amount }
      const source = { invoiceId: null, orderId, at: new Date(fulfilledAt), currencyCode }
      await taxEntries.insert(workspaceId, source, fromTaxes(data.taxes ?? [untaxed], currencyCode))
    },
    inBatches: true,
  })
