import { Html, html, printReply, tableRow } from '@wp/http'
import type { PrintLanguage } from '@wp/http'
import { moneyFormat } from '@wp/kernel'
import type { Receipt } from './receipt.contract.ts'

const translations = {
  en: {
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
    due: 'Amount due',
    cash: 'Cash',
    card: 'Card',
    transfer: 'Transfer',
    void: 'Void',
  },
  ar: {
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

const style = new Html(`
body { font: 14px/1.5 system-ui, sans-serif; max-width: 80mm; margin: 1em auto; color: #000; background: #fff }
h1 { font-size: 1.2em; margin: 0 } table { width: 100%; border-collapse: collapse }
th, td { text-align: start; padding: 2px 0 } th:not(:first-child), td:not(:first-child) { text-align: end }
.total { font-weight: bold; border-top: 1px solid } .void { font-weight: bold; font-size: 1.5em }
@media print { body { margin: 0 } }`)

/** Renders a receipt as a printable page. */
export const toReceiptPage = (receipt: Receipt, language: PrintLanguage, timeZone: string) => {
  const text = translations[language]
  const toMoney = moneyFormat(language, receipt.currencyCode)
  const toNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 4 })
  const toTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const { name, phone, email } = receipt.business
  const items = receipt.items.map(({ name: item, quantity, unitPrice, total }) =>
    tableRow(item, toNumber.format(quantity), toNumber.format(unitPrice), toMoney(total)),
  )
  const sums = [
    tableRow(text.subtotal, toMoney(receipt.subtotal)),
    ...receipt.discounts.map(({ reason, kind, value, amount }) => {
      const percentage = kind === 'percentage' ? ` ${toNumber.format(value)}%` : ''
      return tableRow(`${text.discount}${percentage}: ${reason}`, toMoney(-amount))
    }),
    html`<tr class="total">
      <td>${text.total}</td>
      <td>${toMoney(receipt.total)}</td>
    </tr>`,
    ...receipt.payments.flatMap(({ method, amount, change }) => [
      tableRow(text[method], toMoney(amount)),
      ...(change > 0 ? [tableRow(text.change, toMoney(-change))] : []),
    ]),
    ...receipt.refunds.map(({ method, amount, reason }) =>
      tableRow(`${text.refund} (${text[method]}): ${reason}`, toMoney(-amount)),
    ),
    ...(receipt.status === 'finalized' ? [tableRow(text.due, toMoney(receipt.dueAmount))] : []),
  ]
  const title = `${text.receipt} ${receipt.number}`
  const body = html`${name && html`<h1>${name}</h1>`}
    <p>${phone}${phone && email && html`<br />`}${email}</p>
    <p>
      ${title}<br />${toTime.format(new Date(receipt.issuedAt))}
      ${receipt.clientName && html`<br />${text.client}: ${receipt.clientName}`}
    </p>
    ${receipt.status === 'void' && html`<p class="void">${text.void}</p>`}
    <table>
      <thead>
        <tr>
          ${[text.item, text.quantity, text.unitPrice, text.amount].map((word) => html`<th>${word}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${items}
      </tbody>
    </table>
    <table>
      <tbody>
        ${sums}
      </tbody>
    </table>`
  return printReply({ language, title, style, body })
}
