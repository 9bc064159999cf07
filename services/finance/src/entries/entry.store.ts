import { searchKeys, searchWords } from '@wp/kernel'
import type { CalendarDate, Id, PageQuery, TaxLine } from '@wp/kernel'
import { beginsWith, collection, recomputeField, trusted } from '@wp/mongo'
import type { Collection, Database, TenantDoc } from '@wp/mongo'
import type { EntryFilter } from './entry.contract.ts'
import { toDateRange } from './entry.rules.ts'
import type { DayRange, DaySum, EntryReference, EntrySum, OpenRange, TaxSum } from './entry.rules.ts'

/** An income entry or an expense. */
export type EntryRecord = {
  title: string
  amountMinor: number
  currencyCode: string
  date: CalendarDate
  category: string | null
  account: string | null
  /** The source of an income entry or the vendor of an expense. */
  party: string | null
  notes: string | null
  receipts: Id[]
  reference: EntryReference | null
  clientId: Id | null
  /** The invoice that the entry was booked for. The reference may be the invoice's session or lab test instead. */
  invoiceId: Id | null
  /** Higher for each later invoice of a session or lab test; the newest invoice's income has the reference. */
  invoiceVersion: number | null
  /** The taxes that the amount contains, by rate; the rest is not taxed. Missing in entries without taxes. */
  taxes?: TaxLine[]
  /** Null when an event booked the entry. */
  createdBy: Id | null
  searchKeys: string[]
}
export type StoredEntry = TenantDoc<EntryRecord>
export type NewEntry = Omit<EntryRecord, 'searchKeys'>

export const entryCollection = (name: string, noun: string, onePer: string) =>
  collection<EntryRecord>(
    name,
    noun,
    {
      title: String,
      amountMinor: Number,
      currencyCode: String,
      date: String,
      category: String,
      account: String,
      party: String,
      notes: String,
      receipts: [String],
      reference: Object,
      clientId: String,
      invoiceId: String,
      invoiceVersion: Number,
      taxes: [Object],
      createdBy: String,
      searchKeys: [String],
    },
    [
      { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
      { keys: { workspaceId: 1, date: -1, _id: -1 } }, // list by date range, stats, analytics
      { keys: { workspaceId: 1, category: 1, createdAt: -1, _id: -1 } }, // list by category
      { keys: { workspaceId: 1, category: 1, date: -1, _id: -1 } }, // list by category and date range
      { keys: { workspaceId: 1, account: 1, createdAt: -1, _id: -1 } }, // list by account
      { keys: { workspaceId: 1, searchKeys: 1 } }, // search
      {
        keys: { workspaceId: 1, 'reference.type': 1, 'reference.id': 1 },
        unique: true,
        partial: { 'reference.id': { $exists: true } },
      }, // one entry per reference
      { keys: { workspaceId: 1, invoiceId: 1 }, unique: true, partial: { invoiceId: { $gt: '' } } }, // one entry per invoice
    ],
    { onePer },
  )

export type EntryStore = ReturnType<typeof entryStore>

export const entryStore = (db: Database, declared: Collection<EntryRecord>) => {
  const entries = db.tenant(declared)
  return {
    list: (workspaceId: Id, { page, limit, after, ...filter }: EntryFilter) => {
      const query: PageQuery = { page, limit, after }
      return entries(workspaceId).page({
        filter: toFilter(filter),
        sort: orderOf(filter),
        neverNull: ['date'],
        query,
      })
    },

    iterate: (workspaceId: Id, filter: EntryFilter) =>
      entries(workspaceId).iterate(toFilter(filter), { sort: orderOf(filter), neverNull: ['date'] }),

    get: (workspaceId: Id, id: Id) => entries(workspaceId).get({ id }),

    findByReference: (workspaceId: Id, { type, id }: EntryReference) =>
      entries(workspaceId).findOne({ 'reference.type': type, 'reference.id': id }),

    findByInvoice: (workspaceId: Id, invoiceId: Id) => entries(workspaceId).findOne({ invoiceId }),

    insert: (workspaceId: Id, entry: NewEntry & { id?: Id }) =>
      entries(workspaceId).insert({ ...entry, searchKeys: toSearchKeys(entry) }),

    /** The entry must have been read in the same transaction. */
    update: (stored: StoredEntry, changes: Partial<NewEntry>) => {
      db.requireTransaction()
      const searchable = toSearchKeys({ ...stored, ...changes })
      return entries(stored.workspaceId).update({ id: stored.id }, { ...changes, searchKeys: searchable })
    },

    removeReceipt: (workspaceId: Id, id: Id, receiptId: Id) =>
      entries(workspaceId).updateIf({ id }, { $pull: { receipts: receiptId } }),

    remove: (workspaceId: Id, id: Id) => entries(workspaceId).remove({ id }),

    /** Returns sums for both ranges by currency, category and account. */
    sums: async (workspaceId: Id, current: DayRange, previous: DayRange): Promise<EntrySum[]> => {
      const rows = await entries(workspaceId).aggregate<SumRow>([
        { $match: { date: { $gte: previous.from, $lte: current.to } } },
        {
          $group: {
            _id: {
              currencyCode: '$currencyCode',
              category: '$category',
              account: '$account',
              isPrevious: { $lt: ['$date', current.from] },
            },
            totalMinor: { $sum: '$amountMinor' },
            count: { $sum: 1 },
          },
        },
      ])
      return rows.map(({ _id, totalMinor, count }) => ({ ..._id, totalMinor, count }))
    },

    /** Returns the taxes of a range by currency and rate, without the untaxed part. */
    taxSums: async (workspaceId: Id, { from, to }: DayRange): Promise<TaxSum[]> => {
      const rows = await entries(workspaceId).aggregate<{
        _id: Pick<TaxSum, 'currencyCode' | 'name' | 'percentage'>
        netMinor: number
        taxMinor: number
        grossMinor: number
      }>([
        { $match: { date: { $gte: from, $lte: to } } },
        { $unwind: '$taxes' },
        {
          $group: {
            _id: { currencyCode: '$currencyCode', name: '$taxes.name', percentage: '$taxes.percentage' },
            netMinor: { $sum: '$taxes.netMinor' },
            taxMinor: { $sum: '$taxes.taxMinor' },
            grossMinor: { $sum: '$taxes.grossMinor' },
          },
        },
      ])
      return rows.map(({ _id, netMinor, taxMinor, grossMinor }) => ({
        ..._id,
        netMinor,
        taxMinor,
        grossMinor,
      }))
    },

    /** Returns sums for each day by currency. */
    sumsByDay: async (workspaceId: Id, { from, to }: DayRange): Promise<DaySum[]> => {
      const rows = await entries(workspaceId).aggregate<{
        _id: Omit<DaySum, 'totalMinor'>
        totalMinor: number
      }>([
        { $match: { date: { $gte: from, $lte: to } } },
        {
          $group: {
            _id: { date: '$date', currencyCode: '$currencyCode' },
            totalMinor: { $sum: '$amountMinor' },
          },
        },
      ])
      return rows.map(({ _id, totalMinor }) => ({ ..._id, totalMinor }))
    },
  }
}

type SumRow = {
  _id: Pick<EntrySum, 'currencyCode' | 'category' | 'account' | 'isPrevious'>
  totalMinor: number
  count: number
}

const toSearchKeys = ({ title, party }: Pick<NewEntry, 'title' | 'party'>) => searchKeys(title, party)

export const foldEntrySearch = (declared: Collection<EntryRecord>) =>
  recomputeField(
    `2026-11-19-fold-${declared.name}-search`,
    declared,
    'searchKeys',
    ['title', 'party'],
    toSearchKeys,
  )

const toFilter = ({
  from,
  to,
  search,
  category,
  account,
  currencyCode,
}: Omit<EntryFilter, keyof PageQuery>) => ({
  ...inRange(toDateRange({ from, to })),
  ...(category && { category }),
  ...(account && { account }),
  ...(currencyCode && { currencyCode }),
  ...(search && { $and: searchWords(search).map((word) => ({ searchKeys: beginsWith(word) })) }),
})

/** Entries of a date range are sorted by date, so the index that finds them also sorts them. */
const orderOf = ({ from, to }: Pick<EntryFilter, 'from' | 'to'>) =>
  (from ?? to) === undefined ? ({ createdAt: -1 } as const) : ({ date: -1 } as const)

const inRange = ({ from, to }: OpenRange) =>
  from === null && to === null
    ? {}
    : { date: trusted({ ...(from && { $gte: from }), ...(to && { $lte: to }) }) }
