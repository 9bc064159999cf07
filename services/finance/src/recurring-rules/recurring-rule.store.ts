import { toDay } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { RuleFilter } from './recurring-rule.contract.ts'
import type { Schedule } from './recurring-rule.rules.ts'

export type RuleRecord = Schedule & {
  workspaceId: Id
  title: string
  amountMinor: number
  currencyCode: string
  vendor: string | null
  category: string | null
  account: string | null
  notes: string | null
  status: 'active' | 'paused'
  /**
   * The next due date without an occurrence; null when the rule is paused or has ended. Advanced in the transaction
   * that creates the occurrences.
   */
  nextDueDate: CalendarDate | null
}
export type StoredRule = TenantDoc<RuleRecord>

export const ruleCollection = collection<RuleRecord>(
  'recurring_expense_rules',
  'Rule',
  {
    title: String,
    amountMinor: Number,
    currencyCode: String,
    frequency: String,
    dayOfMonth: Number,
    monthOfYear: Number,
    startDate: String,
    endDate: String,
    vendor: String,
    category: String,
    account: String,
    notes: String,
    status: String,
    nextDueDate: String,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, startDate: -1, _id: -1 } }, // list by date range
    { keys: { nextDueDate: 1, _id: 1 } }, // due rules, across workspaces
  ],
  { onePer: 'rule' },
)

export const ruleStore = (db: Database) => {
  const rules = db.tenant(ruleCollection)
  // The scheduler queries across workspaces.
  const allRules = db.global(ruleCollection)
  return {
    list: (workspaceId: Id, { status, from, to, ...query }: RuleFilter) =>
      rules(workspaceId).page({
        filter: {
          ...(status && { status }),
          ...((from ?? to) && {
            startDate: trusted({ ...(from && { $gte: toDay(from) }), ...(to && { $lte: toDay(to) }) }),
          }),
        },
        ...((from ?? to) && { sort: { startDate: -1 } as const }),
        neverNull: ['startDate'],
        query,
      }),

    get: (workspaceId: Id, id: Id) => rules(workspaceId).get({ id }),
    find: (workspaceId: Id, id: Id) => rules(workspaceId).findOne({ id }),

    insert: (workspaceId: Id, rule: Omit<RuleRecord, 'workspaceId'>) => rules(workspaceId).insert(rule),

    /** The rule must have been read in the same transaction. */
    update: (stored: StoredRule) => {
      db.requireTransaction()
      const { id, workspaceId, createdAt: _, updatedAt: __, ...rule } = stored
      return rules(workspaceId).update({ id }, rule)
    },

    setNextDueDate: ({ id, workspaceId }: StoredRule, next: CalendarDate | null) => {
      db.requireTransaction()
      return rules(workspaceId).update({ id }, { nextDueDate: next }, { keepsUpdatedAt: true })
    },

    remove: (workspaceId: Id, id: Id) => rules(workspaceId).remove({ id }),

    /** Lists rules that are due by this day, most overdue first. */
    iterateDue: (today: CalendarDate) =>
      allRules().iterate(
        { nextDueDate: trusted({ $lte: today, $gt: '' }) },
        { sort: { nextDueDate: 1 }, select: ['workspaceId', 'nextDueDate'] },
      ),
  }
}
