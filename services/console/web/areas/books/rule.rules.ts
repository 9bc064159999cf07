import type { RecurringExpenseRule } from '@workspace-platform/client/finance'
import { addDays } from '../../i18n/format.rules.ts'
import { toNumber } from '../../i18n/number.rules.ts'

export const frequencies = ['daily', 'monthly', 'yearly'] as const
type Frequency = (typeof frequencies)[number]

type Schedule = Pick<
  RecurringExpenseRule,
  'frequency' | 'dayOfMonth' | 'monthOfYear' | 'startDate' | 'endDate'
>

/** Returns a day of a month; in shorter months the last one. */
const dayIn = (year: number, month: number, day: number): string => {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Returns the first due date on or after a day, as the platform computes it. */
const nextDate = ({ frequency, dayOfMonth, monthOfYear, startDate }: Schedule, from: string): string => {
  const start = from > startDate ? from : startDate
  if (frequency === 'daily') return start
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))]
  const day = dayOfMonth ?? Number(startDate.slice(8, 10))
  if (frequency === 'monthly') {
    const inThisMonth = dayIn(year, month, day)
    return inThisMonth >= start ? inThisMonth : dayIn(year, month + 1, day)
  }
  const wanted = monthOfYear ?? Number(startDate.slice(5, 7))
  const inThisYear = dayIn(year, wanted, day)
  return inThisYear >= start ? inThisYear : dayIn(year + 1, wanted, day)
}

/** Returns the due dates of a rule from a day on; none after its end. */
export const datesFrom = (rule: Schedule, firstDay: string, count: number): string[] => {
  const dates: string[] = []
  let from = firstDay
  while (dates.length < count) {
    const next = nextDate(rule, from)
    if (rule.endDate !== null && next > rule.endDate) break
    dates.push(next)
    from = addDays(next, 1)
  }
  return dates
}

/** Returns the due dates of a saved rule after today, because the occurrence of today already exists. */
export const nextDates = (rule: Schedule, today: string, count: number): string[] =>
  datesFrom(rule, addDays(today, 1), count)

/** A rule as the form edits it: texts only. */
export type RuleFields = {
  title: string
  amount: string
  currencyCode: string
  frequency: string
  startDate: string
  dayOfMonth: string
  monthOfYear: string
  endDate: string
  vendor: string
  category: string
  account: string
  notes: string
}

export const toRuleFields = (
  rule: RecurringExpenseRule | null,
  { today, currencyCode }: { today: string; currencyCode: string },
): RuleFields => ({
  title: rule?.title ?? '',
  amount: rule ? String(rule.amount) : '',
  currencyCode: rule?.currencyCode ?? currencyCode,
  frequency: rule?.frequency ?? 'monthly',
  startDate: rule?.startDate ?? today,
  dayOfMonth: rule?.dayOfMonth ? String(rule.dayOfMonth) : '',
  monthOfYear: rule?.monthOfYear ? String(rule.monthOfYear) : '',
  endDate: rule?.endDate ?? '',
  vendor: rule?.vendor ?? '',
  category: rule?.category ?? '',
  account: rule?.account ?? '',
  notes: rule?.notes ?? '',
})

const orNull = (text: string): string | null => text.trim() || null
const numberOrNull = (text: string): number | null => (text === '' ? null : Number(text))

/** Returns the body for the API. Days and months that the frequency does not use are removed. */
export const toRuleBody = (fields: RuleFields) => {
  const frequency: Frequency = frequencies.find((each) => each === fields.frequency) ?? 'monthly'
  return {
    title: fields.title.trim(),
    amount: toNumber(fields.amount),
    currencyCode: fields.currencyCode,
    frequency,
    dayOfMonth: frequency === 'daily' ? null : numberOrNull(fields.dayOfMonth),
    monthOfYear: frequency === 'yearly' ? numberOrNull(fields.monthOfYear) : null,
    startDate: fields.startDate,
    endDate: orNull(fields.endDate),
    vendor: orNull(fields.vendor),
    category: orNull(fields.category),
    account: orNull(fields.account),
    notes: orNull(fields.notes),
  }
}

/** Returns the dates in one line, which breaks only between them. */
export const datesText = (dates: readonly string[]): string =>
  dates.map((date) => date.replaceAll(' ', '\u00a0')).join(' • ')
