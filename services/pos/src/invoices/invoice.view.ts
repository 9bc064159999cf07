import { fromMinor, iso } from '@wp/kernel'
import type { CsvColumns } from '@wp/http'
import { toTaxes } from '@wp/workspaces'
import type { Invoice } from './invoice.contract.ts'
import { toDiscountTerms, toInvoiceTaxes } from './invoice.rules.ts'
import type { StoredInvoice, StoredPayment, StoredRefund } from './invoice.types.ts'

export const toInvoice = (stored: StoredInvoice): Invoice => {
  const { currencyCode } = stored
  const toAmount = (minor: number) => fromMinor(minor, currencyCode)
  return {
    id: stored.id,
    workspaceId: stored.workspaceId,
    sessionId: stored.sessionId,
    clientId: stored.clientId,
    clientName: stored.clientName,
    reference: stored.reference,
    number: stored.number,
    status: stored.status,
    currencyCode,
    items: stored.items.map((item) => ({
      id: item.id,
      productId: item.productId,
      variantId: item.variantId ?? null,
      serviceId: item.serviceId,
      name: item.name,
      quantity: item.quantity,
      unitPrice: item.unitPrice,
      taxRateId: item.tax?.rateId ?? null,
      total: toAmount(item.totalMinor),
    })),
    discounts: stored.discounts.map((line) => {
      const { amountMinor, ...terms } = toDiscountTerms(line, currencyCode)
      return { ...terms, amount: toAmount(amountMinor) }
    }),
    subtotal: toAmount(stored.subtotalMinor),
    total: toAmount(stored.totalMinor),
    taxes: toTaxes(toInvoiceTaxes(stored), currencyCode),
    payments: stored.payments.map((payment) => toPayment(payment, currencyCode)),
    refunds: stored.refunds.map((refund) => toRefund(refund, currencyCode)),
    paidAmount: toAmount(stored.paidMinor),
    refundedAmount: toAmount(stored.refundedMinor),
    createdBy: stored.createdBy,
    finalizedAt: stored.finalizedAt && iso(stored.finalizedAt),
    voidedAt: stored.voidedAt && iso(stored.voidedAt),
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}

export const toPayment = (
  { amountMinor, changeMinor, createdAt, ...payment }: StoredPayment,
  currencyCode: string,
) => ({
  ...payment,
  amount: fromMinor(amountMinor, currencyCode),
  change: fromMinor(changeMinor, currencyCode),
  createdAt: iso(createdAt),
})

export const toRefund = ({ amountMinor, createdAt, ...refund }: StoredRefund, currencyCode: string) => ({
  ...refund,
  amount: fromMinor(amountMinor, currencyCode),
  createdAt: iso(createdAt),
})

export const invoiceColumns: CsvColumns<StoredInvoice> = {
  id: ({ id }) => id,
  number: ({ number }) => number,
  status: ({ status }) => status,
  createdAt: ({ createdAt }) => iso(createdAt),
  finalizedAt: ({ finalizedAt }) => finalizedAt && iso(finalizedAt),
  voidedAt: ({ voidedAt }) => voidedAt && iso(voidedAt),
  sessionId: ({ sessionId }) => sessionId,
  clientId: ({ clientId }) => clientId,
  clientName: ({ clientName }) => clientName,
  items: ({ items }) => items.map(({ quantity, name }) => `${quantity} x ${name}`).join('; '),
  currencyCode: ({ currencyCode }) => currencyCode,
  subtotal: ({ subtotalMinor, currencyCode }) => fromMinor(subtotalMinor, currencyCode),
  discount: ({ subtotalMinor, totalMinor, currencyCode }) =>
    fromMinor(subtotalMinor - totalMinor, currencyCode),
  total: ({ totalMinor, currencyCode }) => fromMinor(totalMinor, currencyCode),
  paidAmount: ({ paidMinor, currencyCode }) => fromMinor(paidMinor, currencyCode),
  refundedAmount: ({ refundedMinor, currencyCode }) => fromMinor(refundedMinor, currencyCode),
  // Last, because programs may read the other columns by position.
  tax: (invoice) =>
    fromMinor(
      toInvoiceTaxes(invoice).reduce((sum, { taxMinor }) => sum + taxMinor, 0),
      invoice.currencyCode,
    ),
}

/** Converts an invoice to the gRPC message for other services. */
export const toInvoiceMessage = (stored: StoredInvoice) => ({
  id: stored.id,
  number: stored.number,
  status: stored.status,
  subtotalMinor: stored.subtotalMinor,
  totalMinor: stored.totalMinor,
  currencyCode: stored.currencyCode,
  createdAt: iso(stored.createdAt),
  version: stored.version,
})
