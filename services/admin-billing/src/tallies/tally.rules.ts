import type { CalendarDate } from '@wp/kernel'

/** What is tallied: money that came in or went out, sign-ups, changes of active subscriptions, and who is active. */
export type Family = 'payments' | 'expenses' | 'signups' | 'active-changes' | 'active' | 'groups'

/** Something to add to the tallies. With a day it counts for that day, its month and all time; without, for `bucket`. */
export type Change = {
  family: Family
  /** Tells the tallies of one family apart: the type of a payment, the key of a group. */
  kind: string
  bucket: string
  isDated: boolean
  amount: number
  count: number
  /** What the kind stands for, as JSON text. */
  label: string | null
}

export type Span = 'day' | 'month' | 'all'
export type Tally = {
  id: string
  family: Family
  span: Span
  bucket: string
  kind: string
  amount: number
  count: number
  label: string | null
}

const spansOf = ({ isDated, bucket }: Pick<Change, 'isDated' | 'bucket'>): [Span, string][] =>
  isDated
    ? [
        ['day', bucket],
        ['month', bucket.slice(0, 7)],
        ['all', 'all'],
      ]
    : [['all', bucket]]

/** What changes come to, one tally for each that they touch. */
export const sumChanges = (changes: readonly Change[]): Tally[] => {
  const tallies = new Map<string, Tally>()
  for (const change of changes)
    for (const [span, bucket] of spansOf(change)) {
      const { family, kind, label } = change
      const id = [family, span, bucket, kind].join('/')
      const { amount, count } = tallies.get(id) ?? { amount: 0, count: 0 }
      tallies.set(id, {
        id,
        family,
        span,
        bucket,
        kind,
        label,
        amount: amount + change.amount,
        count: count + change.count,
      })
    }
  return [...tallies.values()]
}

/** Which tallies are meant; both buckets are included. */
export type Wanted = { family: Family; span: Span; from: string; to: string }

export const isWanted = (tally: Tally, { family, span, from, to }: Wanted): boolean =>
  tally.family === family && tally.span === span && tally.bucket >= from && tally.bucket <= to

/** Tallies with others on top. */
export const mergeTallies = (tallies: readonly Tally[], more: readonly Tally[]): Tally[] => {
  const known = new Map(tallies.map((tally) => [tally.id, tally]))
  for (const tally of more) {
    const before = known.get(tally.id)
    known.set(
      tally.id,
      before ? { ...before, amount: before.amount + tally.amount, count: before.count + tally.count } : tally,
    )
  }
  return [...known.values()]
}

/** One more on a day; `amount` in cents where it is money. */
export const dailyChange = (
  family: Family,
  kind: string,
  day: CalendarDate,
  count: number,
  amount = 0,
): Change => ({
  family,
  kind,
  bucket: day,
  isDated: true,
  amount,
  count,
  label: null,
})
