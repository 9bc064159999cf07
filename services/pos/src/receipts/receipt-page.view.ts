import { printReply } from '@wp/http'
import { textsFor } from '@wp/texts'
import { letterheadStyle } from '@wp/workspaces'
import type { Paper, Receipt } from './receipt.contract.ts'
import { toReceiptParts } from './receipt-parts.view.ts'
import { sheetStyle, toSheet } from './receipt-sheet.view.ts'
import { slipStyle, toLengthMm, toSlip } from './receipt-slip.view.ts'

type PageOptions = { language: string; paper: Paper; timeZone: string }

/** Renders a receipt as a printable page, for a roll or on A4. */
export const toReceiptPage = (receipt: Receipt, { language, paper, timeZone }: PageOptions) => {
  const { business, number } = receipt
  const { receipt: text } = textsFor(language)
  const title = `${text.receipt} ${text.number} ${number}`
  const parts = toReceiptParts(receipt, language, timeZone)
  const page = { language, title }
  const brand = letterheadStyle(business)
  if (paper === 'a4') {
    const footer = business.name ? `${business.name} • ${title}` : title
    const body = toSheet(receipt, parts, language)
    return printReply({ ...page, paper: { size: 'a4', footer }, style: [brand, sheetStyle], body })
  }
  const body = toSlip(receipt, parts, language)
  const lengthMm = toLengthMm(body)
  return printReply({ ...page, paper: { size: '80mm', lengthMm }, style: [brand, slipStyle], body })
}
