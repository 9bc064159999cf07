import { addDays } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { groupKey } from './count.rules.ts'
import type { DayChanges, Group, GroupChange } from './count.rules.ts'

type GroupRecord = Group & { count: number; additionsCents: number }

/** The active subscriptions by what they pay; kept with every change, so that nobody has to be counted. */
export const groupCollection = collection<GroupRecord>(
  'subscription_groups',
  {
    planId: String,
    hasAddOns: Boolean,
    discountPercentage: Number,
    businessCategorySlug: String,
    count: Number,
    additionsCents: Number,
  },
  [{ keys: { planId: 1, hasAddOns: 1 } }], // the cohort of the dashboard
)

/** A day, a month, or all time: its id is its beginning (`2026-11-15`, `2026-11`) or `all`. */
type SpanRecord = { span: 'day' | 'month' | 'all'; signups: number; activeChange: number }

export const spanCollection = collection<SpanRecord>(
  'platform_spans',
  { span: String, signups: Number, activeChange: Number },
  [{ keys: { span: 1, _id: 1 } }],
)

const activeId = 'active'

/** How many are counted as active: one record, read by the dashboard. */
export const activeCollection = collection<{ count: number }>('active_subscriptions', { count: Number })

const monthOf = (day: CalendarDate): string => day.slice(0, 7)

/** Methods that change something are to be called inside a transaction. */
export const countStore = (db: Database) => {
  const groups = db.global(groupCollection)
  const spans = db.global(spanCollection)
  const active = db.global(activeCollection)

  const addToSpans = async (day: CalendarDate, more: { signups?: number; activeChange?: number }) => {
    const $inc = { signups: more.signups ?? 0, activeChange: more.activeChange ?? 0 }
    await spans().upsert({ id: day }, { $inc, $setOnInsert: { span: 'day' } })
    await spans().upsert({ id: monthOf(day) }, { $inc, $setOnInsert: { span: 'month' } })
  }

  return {
    addToGroups: async (changes: readonly GroupChange[]) => {
      for (const { group, count, additionsCents } of changes)
        await groups().upsert(
          { id: groupKey(group) },
          { $inc: { count, additionsCents }, $setOnInsert: group },
        )
      const count = changes.reduce((sum, change) => sum + change.count, 0)
      if (count !== 0) await active().upsert({ id: activeId }, { $inc: { count } })
    },

    addToDays: async (changes: DayChanges) => {
      for (const [day, activeChange] of changes) await addToSpans(day, { activeChange })
    },

    addSignup: async (day: CalendarDate) => {
      await addToSpans(day, { signups: 1 })
      await spans().upsert(
        { id: 'all' },
        { $inc: { signups: 1, activeChange: 0 }, $setOnInsert: { span: 'all' } },
      )
    },

    countSignups: async (): Promise<number> => (await spans().findOne({ id: 'all' }))?.signups ?? 0,
    countActive: async (): Promise<number> => (await active().findOne({ id: activeId }))?.count ?? 0,

    /** The groups on these plans that count towards the paid basic cohort. */
    listGroups: async (basicPlanIds: readonly Id[], freePlanIds: readonly Id[]) => {
      const [basic, free] = await Promise.all([
        groups().find({ planId: trusted({ $in: basicPlanIds }) }),
        groups().find({ planId: trusted({ $in: freePlanIds }), hasAddOns: true }),
      ])
      return [...basic, ...free]
    },

    /** Sign-ups and the number of subscriptions active at the end of each day, from the first day to the last. */
    listDays: async (from: CalendarDate, to: CalendarDate) => {
      const first = `${monthOf(from)}-01`
      const [months, days] = await Promise.all([
        spans().find({ span: 'month', id: trusted({ $lt: monthOf(from) }) }),
        spans().find({ span: 'day', id: trusted({ $gte: first, $lte: to }) }),
      ])
      const known = new Map(days.map((day) => [day.id, day]))
      let active = months.reduce((sum, month) => sum + month.activeChange, 0)
      const rows: { date: CalendarDate; signups: number; active: number }[] = []
      for (let date = first; date <= to; date = addDays(date, 1)) {
        active += known.get(date)?.activeChange ?? 0
        if (date >= from) rows.push({ date, signups: known.get(date)?.signups ?? 0, active })
      }
      return rows
    },
  }
}
export type CountStore = ReturnType<typeof countStore>
