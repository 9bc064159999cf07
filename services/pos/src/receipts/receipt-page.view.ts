import { currencyPlaces } from '@wp/kernel'
import type { Receipt, ReceiptLanguage } from './receipt.contract.ts'

const words = {
  en: {
    direction: 'ltr',
    receipt: 'Receipt',
    client: 'Client',
    item: 'Item',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    amount: 'Amount',
    subtotal: 'Subtotal',
    discount: 'Discount',
    total: 'Total',
    change: 'Change',
    refund: 'Refund',
    due: 'To be paid',
    cash: 'Cash',
    card: 'Card',
    transfer: 'Transfer',
    void: 'Void',
  },
  ar: {
    direction: 'rtl',
    receipt: 'إيصال',
    client: 'العميل',
    item: 'الصنف',
    quantity: 'الكمية',
    unitPrice: 'سعر الوحدة',
    amount: 'المبلغ',
    subtotal: 'المجموع الفرعي',
    discount: 'خصم',
    total: 'الإجمالي',
    change: 'الباقي',
    refund: 'مبلغ مسترد',
    due: 'المبلغ المستحق',
    cash: 'نقدًا',
    card: 'بطاقة',
    transfer: 'تحويل',
    void: 'ملغى',
  },
} as const

/** What the page may do: show itself, nothing else. */
export const receiptPagePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"

const style = `
body { font: 14px/1.5 system-ui, sans-serif; max-width: 80mm; margin: 1em auto; color: #000; background: #fff }
h1 { font-size: 1.2em; margin: 0 } table { width: 100%; border-collapse: collapse }
th, td { text-align: start; padding: 2px 0 } th:not(:first-child), td:not(:first-child) { text-align: end }
.total { font-weight: bold; border-top: 1px solid } .void { font-weight: bold; font-size: 1.5em }
@media print { body { margin: 0 } }`

/** A receipt as a page to print, whole in itself. */
export const toReceiptPage = (receipt: Receipt, language: ReceiptLanguage, timeZone: string): string => {
  const text = words[language]
  const toMoney = moneyFormat(language, receipt.currencyCode)
  const toNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 4 })
  const toTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const { name, phone, email } = receipt.business
  const items = receipt.items.map(({ name: item, quantity, unitPrice, total }) =>
    row(item, toNumber.format(quantity), toNumber.format(unitPrice), toMoney(total)),
  )
  const sums = [
    row(text.subtotal, toMoney(receipt.subtotal)),
    ...receipt.discounts.map(({ reason, kind, value, amount }) => {
      const percentage = kind === 'percentage' ? ` ${toNumber.format(value)}%` : ''
      return row(`${text.discount}${percentage}: ${reason}`, toMoney(-amount))
    }),
    `<tr class="total">${cells(text.total, toMoney(receipt.total))}</tr>`,
    ...receipt.payments.flatMap(({ method, amount, change }) => [
      row(text[method], toMoney(amount)),
      ...(change > 0 ? [row(text.change, toMoney(-change))] : []),
    ]),
    ...receipt.refunds.map(({ method, amount, reason }) =>
      row(`${text.refund} (${text[method]}): ${reason}`, toMoney(-amount)),
    ),
    ...(receipt.status === 'finalized' ? [row(text.due, toMoney(receipt.dueAmount))] : []),
  ]
  const title = `${text.receipt} ${receipt.number}`
  return `<!doctype html>
<html lang="${language}" dir="${text.direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${style}</style></head>
<body>
<h1>${escape(name ?? '')}</h1>
<p>${[phone, email].flatMap((line) => (line ? [escape(line)] : [])).join('<br>')}</p>
<p>${escape(title)}<br>${escape(toTime.format(new Date(receipt.issuedAt)))}${
    receipt.clientName ? `<br>${text.client}: ${escape(receipt.clientName)}` : ''
  }</p>
${receipt.status === 'void' ? `<p class="void">${text.void}</p>` : ''}
<table><thead><tr>${[text.item, text.quantity, text.unitPrice, text.amount].map((word) => `<th>${word}</th>`).join('')}</tr></thead>
<tbody>${items.join('\n')}</tbody></table>
<table><tbody>${sums.join('\n')}</tbody></table>
</body>
</html>
`
}

/** ISO 4217's places instead of the runtime's own, which differ for some currencies. */
const moneyFormat = (language: ReceiptLanguage, currency: string) => {
  const places = currencyPlaces(currency)
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  return (amount: number): string => format.format(amount === 0 ? 0 : amount)
}

const row = (...texts: string[]): string => `<tr>${cells(...texts)}</tr>`
const cells = (...texts: string[]): string => texts.map((text) => `<td>${escape(text)}</td>`).join('')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
