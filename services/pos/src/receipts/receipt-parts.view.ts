import { fillHtml, html } from '@wp/http'
import type { Html } from '@wp/http'
import { amountFormat, moneyFormat } from '@wp/kernel'
import { textsFor } from '@wp/texts'
import type { Receipt } from './receipt.contract.ts'

export type ReceiptParts = ReturnType<typeof toReceiptParts>

/**
 * Formats a receipt for both papers. Amounts have no currency except for the total; numbers and the
 * business's texts are isolated, so that they keep their order in text of the other direction.
 */
export const toReceiptParts = (receipt: Receipt, language: string, timeZone: string) => {
  const { receipt: text } = textsFor(language)
  const { format, toAmount } = toFormats(receipt, language, timeZone)
  return {
    issuedAt: isolate(format.time(receipt.issuedAt)),
    stamp: toStamp(receipt, language),
    items: receipt.items.map(({ name, quantity, unitPrice, total, tax }) => ({
      name: isolate(name),
      isSingle: quantity === 1,
      quantity: isolate(format.number(quantity)),
      unitPrice: isolate(format.price(unitPrice)),
      rate: tax && isolate(format.percent(tax.percentage)),
      code: toCode(receipt, tax),
      total: toAmount(total),
    })),
    discounts: receipt.discounts.map(({ reason, source, kind, value, amount }) => ({
      label: html`${source === 'client' ? text.clientDiscount : isolate(reason)}${kind === 'percentage' && html` ${isolate(format.percent(value))}`}`,
      amount: toAmount(-amount),
    })),
    subtotal: toAmount(receipt.subtotal),
    total: isolate(format.money(receipt.total)),
    taxes: isTaxed(receipt) ? toTaxParts(receipt, language, timeZone) : [],
    payments: [
      ...receipt.payments.flatMap(({ method, amount, change }) => [
        { label: html`${text[method]}`, amount: toAmount(amount) },
        ...(change > 0 ? [{ label: html`${text.change}`, amount: toAmount(change) }] : []),
      ]),
      ...receipt.refunds.map(({ method, amount, reason }) => ({
        label: html`${text.refund} (${text[method]}): ${isolate(reason)}`,
        amount: toAmount(-amount),
      })),
    ],
    due: receipt.status === 'finalized' ? isolate(format.money(receipt.dueAmount)) : null,
  }
}

const toTaxParts = (receipt: Receipt, language: string, timeZone: string) => {
  const { receipt: text } = textsFor(language)
  const { format, toAmount } = toFormats(receipt, language, timeZone)
  return receipt.taxes.map(({ name, percentage, net, tax, gross }) => {
    const rate = isolate(format.percent(percentage))
    const values = { name: isolate(name ?? ''), percentage: rate, net: toAmount(net) }
    return {
      code: toCode(receipt, name === null ? null : { name, percentage }),
      rate: name === null ? html`${text.untaxed}` : html`${isolate(name)} ${rate}`,
      // "VAT 14% of 100.00", for the narrow paper
      label: name === null ? html`${text.untaxed}: ${toAmount(net)}` : fillHtml(text.taxOf, values),
      net: toAmount(net),
      tax: toAmount(tax),
      gross: toAmount(gross),
    }
  })
}

const isolate = (text: string): Html => html`<bdi>${text}</bdi>`

const isTaxed = ({ taxes }: Receipt): boolean => taxes.some(({ name }) => name !== null)

/** Returns the letter that connects an item with its rate; null when all items have the same rate. */
const toCode = ({ taxes }: Receipt, tax: { name: string; percentage: number } | null): string | null => {
  if (taxes.length < 2) return null
  const at = taxes.findIndex(({ name, percentage }) =>
    tax === null ? name === null : name === tax.name && percentage === tax.percentage,
  )
  return `${String.fromCodePoint(65 + (at % 26))}${at < 26 ? '' : Math.floor(at / 26)}`
}

const toStamp = ({ status }: Receipt, language: string): string | null => {
  const { receipt: text } = textsFor(language)
  return status === 'void' ? text.void : status === 'refunded' ? text.refunded : null
}

const toFormats = ({ currencyCode }: Receipt, language: string, timeZone: string) => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 })
  const time = new Intl.DateTimeFormat(language, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const amount = amountFormat(language, currencyCode)
  return {
    toAmount: (value: number) => isolate(amount(value)),
    format: {
      money: moneyFormat(language, currencyCode),
      price: amountFormat(language, currencyCode, 4),
      number: (value: number) => number.format(value),
      percent: (value: number) => percent.format(value / 100),
      time: (value: string) => time.format(new Date(value)),
    },
  }
}
