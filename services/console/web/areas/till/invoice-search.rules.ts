import { toText } from '../../app/search-parameter.rules.ts'

export const invoiceStatuses = ['draft', 'finalized', 'paid', 'refunded', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** The filters of the list, as they appear in its URL. */
export type InvoiceSearch = {
  number?: string
  status?: InvoiceStatus
  from?: string
  to?: string
  minTotal?: string
  maxTotal?: string
  sessionId?: string
  clientId?: string
}

const date = /^\d{4}-\d{2}-\d{2}$/
const amount = /^[\d٠-٩۰-۹]+([.,٫][\d٠-٩۰-۹]+)?$/

/** Returns the filters in a URL and ignores unknown parts. */
export const toInvoiceSearch = (given: Record<string, unknown>): InvoiceSearch => {
  const read = (name: keyof InvoiceSearch): string | undefined => toText(given[name])
  const status = invoiceStatuses.find((each) => each === given['status'])
  const days = (['from', 'to'] as const).filter((name) => date.test(read(name) ?? ''))
  const amounts = (['minTotal', 'maxTotal'] as const).filter((name) => amount.test(read(name) ?? ''))
  const others = (['number', 'sessionId', 'clientId'] as const).filter((name) => read(name))
  return {
    ...(status && { status }),
    ...Object.fromEntries([...days, ...amounts, ...others].map((name) => [name, read(name)])),
  }
}

/** The days whose taxes are shown, as they appear in the URL. */
export type TaxSearch = Pick<InvoiceSearch, 'from' | 'to'>

export const toTaxSearch = (given: Record<string, unknown>): TaxSearch => {
  const { from, to } = toInvoiceSearch(given)
  return { ...(from && { from }), ...(to && { to }) }
}
