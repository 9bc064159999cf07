import type { CalendarDate, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import { toDateRange } from '../entries/entry.rules.ts'
import type { OccurrenceFilter, OccurrenceStatus } from './occurrence.contract.ts'
import type { StatusSum } from './occurrence.rules.ts'

/** The recurring rule's values when the occurrence became due. */
type OccurrenceRecord = {
  ruleId: Id
  dueDate: CalendarDate
  title: string
  amountMinor: number
  currencyCode: string
  vendor: string | null
  category: string | null
  account: string | null
  notes: string | null
  status: OccurrenceStatus
  expenseId: Id | null
}
export type StoredOccurrence = TenantDoc<OccurrenceRecord>

/** The fields of a recurring rule that are copied into its occurrences. */
type RuleValues = { id: Id; workspaceId: Id } & Omit<
  OccurrenceRecord,
  'ruleId' | 'dueDate' | 'status' | 'expenseId'
>

export const occurrenceCollection = collection<OccurrenceRecord>(
  'recurring_expense_occurrences',
  'Occurrence',
  {
    ruleId: String,
    dueDate: String,
    title: String,
    amountMinor: Number,
    currencyCode: String,
    vendor: String,
    category: String,
    account: String,
    notes: String,
    status: String,
    expenseId: String,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, ruleId: 1, createdAt: -1, _id: -1 } }, // list by rule
    { keys: { workspaceId: 1, ruleId: 1, dueDate: -1, _id: -1 } }, // list by rule and date range
    { keys: { workspaceId: 1, dueDate: -1, _id: -1 } }, // list by date range, stats
    { keys: { workspaceId: 1, ruleId: 1, dueDate: 1 }, unique: true }, // one per rule and day
  ],
  { onePer: 'rule and due date' },
)

type Range = Pick<OccurrenceFilter, 'ruleId' | 'from' | 'to'>

export const occurrenceStore = (db: Database) => {
  const occurrences = db.tenant(occurrenceCollection)
  return {
    list: (workspaceId: Id, { status, ruleId, from, to, ...query }: OccurrenceFilter) =>
      occurrences(workspaceId).page({
        filter: { ...toFilter({ ruleId, from, to }), ...(status && { status }) },
        ...((from ?? to) !== undefined && { sort: { dueDate: -1 } as const }),
        neverNull: ['dueDate'],
        query,
      }),

    get: (workspaceId: Id, id: Id) => occurrences(workspaceId).get({ id }),

    /**
     * Must run in the transaction that advances the rule. Omits dates that have an occurrence: a replica whose clock
     * was ahead may have created it.
     */
    insertDue: async (rule: RuleValues, dates: readonly CalendarDate[]) => {
      db.requireTransaction()
      const existing = await occurrences(rule.workspaceId).find(
        { ruleId: rule.id, dueDate: trusted({ $gte: dates[0], $lte: dates.at(-1) }) },
        { select: ['dueDate'] },
      )
      const taken = new Set(existing.map(({ dueDate }) => dueDate))
      const { title, amountMinor, currencyCode, vendor, category, account, notes } = rule
      const values = { title, amountMinor, currencyCode, vendor, category, account, notes }
      return occurrences(rule.workspaceId).insertMany(
        dates
          .filter((dueDate) => !taken.has(dueDate))
          .map((dueDate) => ({
            ...values,
            ruleId: rule.id,
            dueDate,
            status: 'pending' as const,
            expenseId: null,
          })),
      )
    },

    settleIf: (
      workspaceId: Id,
      id: Id,
      outcome: { status: 'posted'; expenseId: Id } | { status: 'skipped'; expenseId: null },
    ) => occurrences(workspaceId).updateIf({ id, status: 'pending' }, outcome),

    removePending: (workspaceId: Id, ruleId: Id) =>
      occurrences(workspaceId).removeMany({ ruleId, status: 'pending' }),

    sums: async (workspaceId: Id, range: Range): Promise<StatusSum[]> => {
      const rows = await occurrences(workspaceId).aggregate<{
        _id: Pick<StatusSum, 'currencyCode' | 'status'>
        totalMinor: number
        count: number
      }>([
        { $match: toFilter(range) },
        {
          $group: {
            _id: { currencyCode: '$currencyCode', status: '$status' },
            totalMinor: { $sum: '$amountMinor' },
            count: { $sum: 1 },
          },
        },
      ])
      return rows.map(({ _id, totalMinor, count }) => ({ ..._id, totalMinor, count }))
    },
  }
}

const toFilter = ({ ruleId, ...range }: Range) => {
  const { from, to } = toDateRange(range)
  const dueDate = (from ?? to) && trusted({ ...(from && { $gte: from }), ...(to && { $lte: to }) })
  return { ...(ruleId && { ruleId }), ...(dueDate && { dueDate }) }
}
