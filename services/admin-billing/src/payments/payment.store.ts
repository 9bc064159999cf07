import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import { toInstantRange } from '../money/range.rules.ts'
import type { Range } from '../money/range.rules.ts'
import type { PaymentType } from './payment.contract.ts'

type PaymentRecord = {
  workspaceId: Id
  type: PaymentType
  cents: number
  currencyCode: string
  paidAt: Date
  note: string | null
  createdBy: Id
}
export type NewPayment = Omit<PaymentRecord, 'currencyCode'>
export type StoredPayment = PlatformDoc<PaymentRecord>

export const paymentCollection = collection<PaymentRecord>(
  'payments',
  'Payment',
  {
    type: String,
    cents: Number,
    currencyCode: String,
    paidAt: Date,
    note: String,
    createdBy: String,
  },
  [
    { keys: { createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list by workspace
    { keys: { type: 1, createdAt: -1, _id: -1 } }, // list by type
    { keys: { paidAt: -1, _id: -1 } }, // list by date range
    { keys: { workspaceId: 1, paidAt: -1, _id: -1 } }, // list by workspace and date range
    { keys: { type: 1, paidAt: -1, _id: -1 } }, // list by type and date range
  ],
  { onePer: 'payment' },
)

type ListQuery = PageQuery & Range & { workspaceId?: Id | undefined; type?: PaymentType | undefined }

export const paymentStore = (db: Database) => {
  const payments = db.global(paymentCollection)
  return {
    insert: (payment: PaymentRecord) => payments().insert(payment),
    list: ({ workspaceId, type, from, to, ...query }: ListQuery) =>
      payments().page({
        filter: {
          ...(workspaceId && { workspaceId }),
          ...(type && { type }),
          ...((from ?? to) !== undefined && { paidAt: trusted(toInstantRange({ from, to })) }),
        },
        ...((from ?? to) !== undefined && { sort: { paidAt: -1 } as const }),
        neverNull: ['paidAt'],
        query,
      }),
  }
}
