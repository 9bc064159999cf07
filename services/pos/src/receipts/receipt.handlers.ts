import { preferredType, reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { PosDeps } from '../deps.ts'
import * as routes from './receipt.contract.ts'
import { toReceiptPage } from './receipt-page.view.ts'
import { checkNumbered } from './receipt.rules.ts'
import { toReceipt } from './receipt.view.ts'

export const receiptHandlers = ({ invoices }: Pick<PosDeps, 'invoices'>) => [
  handle(routes.getReceipt, async ({ workspaceId, workspace, params, query, headers }) => {
    const invoice = await invoices.get(workspaceId, params.invoiceId)
    checkNumbered(invoice)
    const receipt = toReceipt(invoice, workspace)
    if (preferredType(headers, ['application/json', 'text/html']) === 'application/json')
      return reply(200, { receipt })
    const language = query.language ?? workspace.languages[0]!
    return toReceiptPage(receipt, { language, paper: query.paper, timeZone: workspace.settings.timeZone })
  }),
]
