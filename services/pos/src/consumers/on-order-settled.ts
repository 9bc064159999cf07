import { defineConsumer } from '@wp/bus'
import { OrderFulfilled, OrderRefunded } from '@wp/storefront/contract'
import { fromTaxes } from '@wp/workspaces'
import type { PosDeps } from '../deps.ts'
import { negative } from '../taxes/tax.rules.ts'

/**
 * Adds the taxes of fulfilled orders to the sums of their period, and subtracts those of refunds. Events from
 * older versions contain no taxes.
 */
export const onOrderSettled = ({ taxEntries }: Pick<PosDeps, 'taxEntries'>) =>
  defineConsumer({
    name: 'order-taxes',
    events: [OrderFulfilled, OrderRefunded],
    handle: async ({ workspaceId, data }) => {
      if (!workspaceId) return
      const { orderId, currencyCode } = data
      const source = { invoiceId: null, orderId, currencyCode }
      if ('refund' in data) {
        const at = new Date(data.refund.createdAt)
        const lines = negative(fromTaxes(data.taxes, currencyCode))
        return taxEntries.insert(workspaceId, { ...source, at }, lines)
      }
      const { amount, fulfilledAt } = data
      const untaxed = { name: null, percentage: 0, net: amount, tax: 0, gross: amount }
      const lines = fromTaxes(data.taxes ?? [untaxed], currencyCode)
      await taxEntries.insert(workspaceId, { ...source, at: new Date(fulfilledAt) }, lines)
    },
    inBatches: true,
  })
