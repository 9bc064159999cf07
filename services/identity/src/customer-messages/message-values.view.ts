import { midnightUtc, moneyFormat } from '@wp/kernel'
import { fillText, textsFor } from '@wp/texts'
import { addressLines } from '@wp/workspaces'
import type { MessageDetails, MessageType, PublicBusiness } from '@wp/workspaces'
import { toPlainName } from '../messages/mail.rules.ts'
import type { MessageValues } from './message-text.rules.ts'

/** How long the link to a lab report works. */
export const reportLinkDays = 14

/** How long the link to an online booking works after the start of the booking. */
export const bookingLinkDays = 30

type Sender = { business: PublicBusiness; language: string }

/** Returns the values of a message's placeholders, written in its language. `link` is the address of the report or booking. */
export const toValues = (
  details: MessageDetails,
  { business, language }: Sender,
  customerName: string | null,
  link: string | null,
): MessageValues => ({
  // Strangers choose the name in orders, so it must not contain links or other texts for the recipient.
  'customer.name': toPlainName(customerName ?? ''),
  'business.name': toPlainName(business.name ?? '') || { unknown: textsFor(language).business.unnamed },
  'business.email': business.email ?? '',
  'business.phone': business.phone ?? '',
  'business.address': addressLines(business, language).join('\n'),
  'business.taxNumber': business.taxNumber
    ? `${textsFor(language).business.taxNumber}: ${business.taxNumber}`
    : '',
  ...detailValues(details, language, link),
})

const detailValues = (details: MessageDetails, language: string, link: string | null): MessageValues => {
  switch (details.kind) {
    case 'booking':
      return {
        'booking.date': toDate(details.date, language),
        'booking.time': details.startTime,
        'booking.endTime': details.endTime,
        'booking.services': new Intl.ListFormat(language).format(details.services),
        'booking.staff': details.staff ?? '',
        'booking.link': link === null ? '' : { url: link },
      }
    case 'order': {
      const toMoney = moneyFormat(language, details.currencyCode)
      const total = toMoney(details.total)
      return {
        'order.number': details.number,
        'order.total': total,
        'order.items': {
          rows: [
            ...details.items.map((item) => toRow(item, toMoney, language)),
            [textsFor(language).messages.receipt.total, total],
          ],
        },
      }
    }
    case 'invoice':
      return invoiceValues(details, language)
    case 'report':
      return {
        'report.number': String(details.number),
        'report.date': toDate(details.testDate, language),
        'report.days': String(reportLinkDays),
        'report.link': link === null ? '' : { url: link },
      }
  }
}

const invoiceValues = (
  details: Extract<MessageDetails, { kind: 'invoice' }>,
  language: string,
): MessageValues => {
  const { receipt: text } = textsFor(language).messages
  const toMoney = moneyFormat(language, details.currencyCode)
  const toNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 4 })
  return {
    'invoice.number': String(details.number),
    'invoice.total': toMoney(details.total),
    'invoice.lines': {
      rows: [
        ...details.items.map((item) => toRow(item, toMoney, language)),
        ...details.discounts.map(
          ({ reason, amount }) => [fillText(text.discount, { reason }), toMoney(-amount)] as const,
        ),
        [text.total, toMoney(details.total)],
        ...details.taxes.flatMap(({ name, percentage, tax }) =>
          name === null
            ? []
            : [
                [
                  fillText(text.tax, { name, percentage: toNumber.format(percentage) }),
                  toMoney(tax),
                ] as const,
              ],
        ),
        ...(details.due > 0 ? [[text.due, toMoney(details.due)] as const] : []),
      ],
    },
  }
}

const toRow = (
  { name, quantity, total }: { name: string; quantity: number; total: number },
  toMoney: (amount: number) => string,
  language: string,
): readonly [string, string] => {
  const count = new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(quantity)
  return [quantity === 1 ? name : `${count} × ${name}`, toMoney(total)]
}

const toDate = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(midnightUtc(date)),
  )

/** Returns details to show in previews. */
export const sampleDetails = (
  type: MessageType,
  language: string,
  date: string,
  currencyCode: string,
): MessageDetails => {
  const { sample } = textsFor(language).messages
  const items = [{ name: sample.product, quantity: 2, total: 40 }]
  if (type.startsWith('booking.'))
    return {
      kind: 'booking',
      date,
      startTime: '10:00',
      endTime: '11:00',
      services: [sample.service],
      staff: sample.staff,
    }
  if (type.startsWith('order.')) return { kind: 'order', number: '1', items, total: 40, currencyCode }
  if (type === 'lab_report.ready') return { kind: 'report', number: 1, testDate: date }
  return {
    kind: 'invoice',
    number: 1,
    items,
    discounts: [],
    total: 40,
    taxes: [{ name: sample.tax, percentage: 25, net: 32, tax: 8, gross: 40 }],
    due: 0,
    currencyCode,
  }
}
