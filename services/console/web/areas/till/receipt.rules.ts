import type { PosReceipt, PublicBusiness } from '@workspace-platform/client/pos'
import type { Workspace } from '@workspace-platform/client/identity'
import { fromMinor, toMinor } from '../../app/sales/money.rules.ts'
import { saleTotals } from '../../app/sales/sale.rules.ts'
import type { Sale } from '../../app/sales/sale.rules.ts'

/** The content of a receipt, from the platform or from a sale that it has not confirmed yet. */
export type ReceiptContent = Pick<
  PosReceipt,
  'issuedAt' | 'clientName' | 'currencyCode' | 'subtotal' | 'total' | 'taxes' | 'dueAmount'
> & {
  business: Pick<PublicBusiness, 'name' | 'phone' | 'email' | 'address' | 'taxNumber' | 'logoImageId'>
  /** Null for a provisional receipt. */
  number: number | null
  status: PosReceipt['status'] | 'provisional'
  items: readonly Pick<PosReceipt['items'][number], 'name' | 'quantity' | 'unitPrice' | 'total'>[]
  discounts: readonly Pick<PosReceipt['discounts'][number], 'kind' | 'value' | 'amount' | 'reason'>[]
  payments: readonly Pick<PosReceipt['payments'][number], 'method' | 'amount' | 'change'>[]
  refunds: readonly Pick<PosReceipt['refunds'][number], 'method' | 'amount' | 'reason'>[]
}

/** Returns the provisional receipt of a sale, with the same amounts as the final one. */
export const toProvisional = (sale: Sale, workspace: Workspace | null): ReceiptContent => {
  const { currencyCode, payment } = sale
  const { lineMinors, discountMinors, subtotalMinor, totalMinor, taxes } = saleTotals(sale)
  const amount = (minor: number): number => fromMinor(minor, currencyCode)
  const paidMinor = payment ? toMinor(payment.amount, currencyCode) : 0
  const business = workspace?.business
  return {
    number: null,
    status: 'provisional',
    issuedAt: sale.createdAt,
    clientName: sale.client?.name ?? null,
    currencyCode,
    business: {
      name: business?.displayName ?? workspace?.name ?? null,
      phone: business?.phone ?? null,
      email: business?.email ?? null,
      address: business?.address ?? null,
      taxNumber: business?.taxNumber ?? null,
      logoImageId: business?.logoImageId ?? null,
    },
    items: sale.lines.map(({ name, quantity, unitPrice }, index) => ({
      name,
      quantity,
      unitPrice,
      total: amount(lineMinors[index]!),
    })),
    discounts: sale.discounts.map(({ kind, value, reason }, index) => ({
      kind,
      value,
      reason,
      amount: amount(discountMinors[index]!),
    })),
    subtotal: amount(subtotalMinor),
    total: amount(totalMinor),
    taxes: taxes.map(({ name, percentage, netMinor, taxMinor }) => ({
      name,
      percentage,
      net: amount(netMinor),
      tax: amount(taxMinor),
      gross: amount(netMinor + taxMinor),
    })),
    payments: payment ? [{ ...payment, change: amount(Math.max(0, paidMinor - totalMinor)) }] : [],
    refunds: [],
    dueAmount: amount(Math.max(0, totalMinor - paidMinor)),
  }
}
