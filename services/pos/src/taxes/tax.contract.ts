import { defineRoute, raw, withDateRange, workspace } from '@wp/http'
import { DateOrTimestamp } from '@wp/kernel'
import { TaxLine } from '@wp/workspaces'
import { z } from 'zod'

export const TaxTotal = TaxLine.extend({ currencyCode: z.string() }).meta({ id: 'TaxTotal' })
export type TaxTotal = z.output<typeof TaxTotal>

export const listTaxes = defineRoute({
  id: 'listTaxes',
  method: 'GET',
  path: '/workspace/:workspaceId/pos/taxes',
  summary: "List a period's taxes",
  description:
    "Sums finalized invoices and fulfilled orders of the shop by rate and currency, minus refunds and voids in the period. Orders are added shortly after they are fulfilled or refunded. `from` and `to` given as days mean days in the workspace's time zone; without them, the sums have no limit. Highest percentage first; untaxed sales have no name. With `Accept: text/csv`, returns the same rows.",
  tag: 'POS invoices',
  access: workspace('store.orders.view'),
  query: withDateRange(
    z.object({ from: DateOrTimestamp.optional(), to: DateOrTimestamp.optional() }),
    'local instant',
  ),
  replies: { 200: [z.object({ taxes: z.array(TaxTotal) }), raw('text/csv')] },
  fails: [400, 401, 403, 404, 422],
})
