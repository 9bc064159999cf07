import type { PosInvoice } from '@workspace-platform/client/pos'
import type { Basket, Discount, Line } from './basket.rules.ts'
import { totalsOf } from './basket.rules.ts'

export type Till = { id: string; register: string }
export type PaymentMethod = 'cash' | 'card' | 'transfer'
export type Owner = { workspaceId: string; accountId: string }
export type Refusal = { code: string; message: string; details: readonly { path: string; message: string }[] }

/** A sale as agreed with the customer, and how much of it the platform has confirmed. */
export type Sale = Owner & {
  /** Also the prefix of its Idempotency-Keys. */
  id: string
  createdAt: string
  till: Till
  client: Basket['client']
  currencyCode: string
  lines: readonly Line[]
  discounts: readonly Discount[]
  payment: { method: PaymentMethod; amount: number } | null
  /** Rejected sales wait for the cashier's decision. */
  state: 'waiting' | 'refused' | 'sent'
  refusal: Refusal | null
  /**
   * Counts the decisions to resend it; part of the keys, because the platform repeats a rejection for the
   * same key.
   */
  attempt: number
  invoiceId: string | null
  number: number | null
  discountsSent: number
  isFinalized: boolean
  isPaid: boolean
  /** When the current step was first sent, if it has had no reply so far. */
  triedAt: string | null
}

export type StoredSale = Sale & { position: number }

type NewSale = Pick<
  Sale,
  'id' | 'createdAt' | 'till' | 'currencyCode' | 'payment' | 'workspaceId' | 'accountId'
>

export const toSale = ({ lines, discounts, client }: Basket, sale: NewSale): Sale => ({
  ...sale,
  client,
  lines,
  discounts,
  state: 'waiting',
  refusal: null,
  ...unsent,
  attempt: 1,
})

const unsent = {
  invoiceId: null,
  number: null,
  discountsSent: 0,
  isFinalized: false,
  isPaid: false,
  triedAt: null,
} as const

export type Step = 'create' | 'discount' | 'finalize' | 'pay' | 'done'

/** Returns the next step to send. A sale with nothing to pay is paid when it is finalized. */
export const nextStep = (sale: Sale): Step => {
  if (sale.invoiceId === null) return 'create'
  if (!sale.isFinalized) return sale.discountsSent < sale.discounts.length ? 'discount' : 'finalize'
  return sale.isPaid || sale.payment === null ? 'done' : 'pay'
}

/** The key of a step: the same for every attempt, so that the platform applies it once. */
export const keyOf = (sale: Sale, step: Step): string =>
  `till-${sale.id}-${sale.attempt}-${step}${step === 'discount' ? sale.discountsSent : ''}`

/** The platform forgets keys after 24 hours. */
const keyLifetimeMs = 23 * 3_600_000

/** Returns whether the current step may have been applied so long ago that repeating it could apply it twice. */
export const isStale = ({ triedAt }: Sale, now: Date): boolean =>
  triedAt !== null && now.getTime() - new Date(triedAt).getTime() > keyLifetimeMs

/** Returns the sale with the progress that its invoice shows. */
export const reconcile = (sale: Sale, invoice: PosInvoice): Sale => ({
  ...sale,
  discountsSent: invoice.discounts.length,
  isFinalized: invoice.status !== 'draft',
  number: invoice.number,
  isPaid: invoice.payments.length > 0 || invoice.status === 'paid',
  triedAt: null,
})

/** The code of a sale that may or may not have reached the platform more than a day ago. */
export const uncertain = 'UNCERTAIN'

/**
 * Returns a refused sale ready to be sent again, at the till that is open now. A sale that has its number keeps it and
 * only the payment is repeated; otherwise everything starts again with a new invoice.
 */
export const toRepeated = (sale: Sale, till: Till): Sale => ({
  ...sale,
  ...(!sale.isFinalized && unsent),
  till,
  state: 'waiting',
  refusal: null,
  triedAt: null,
  attempt: sale.attempt + 1,
})

export const saleTotals = (sale: Sale) => totalsOf(sale, sale.currencyCode)

/** Returns the basket content of a sale. */
export const toBasket = ({ lines, discounts, client }: Sale): Basket => ({ lines, discounts, client })

/** Returns the stored sales that can be deleted: sent ones, except for the newest. */
export const forgettable = (sales: readonly StoredSale[], kept = 20): StoredSale[] =>
  sales.filter(({ state }) => state === 'sent').slice(0, -kept)
