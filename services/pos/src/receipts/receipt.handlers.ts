import { content, handle, preferredType, reply } from '@wp/http'
import type { PosDeps } from '../deps.ts'
import * as routes from './receipt.contract.ts'
import { receiptPagePolicy, toReceiptPage } from './receipt-page.view.ts'
import { checkNumbered, toReceiptLanguage } from './receipt.rules.ts'
import { toReceipt } from './receipt.view.ts'

export const receiptHandlers = ({ invoices }: Pick<PosDeps, 'invoices'>) => [
  handle(routes.getReceipt, async ({ workspaceId, workspace, params, query, headers }) => {
    const invoice = await invoices.get(workspaceId, params.invoiceId)
    checkNumbered(invoice)
    const receipt = toReceipt(invoice, workspace)
    if (preferredType(headers, ['application/json', 'text/html']) === 'application/json')
      return reply(200, { receipt })
    const { locale, timeZone } = workspace.settings
    const page = toReceiptPage(receipt, toReceiptLanguage(query.language, locale), timeZone)
    return reply(200, content('text/html; charset=utf-8', page), {
      headers: { 'content-security-policy': receiptPagePolicy },
    })
  }),
]
