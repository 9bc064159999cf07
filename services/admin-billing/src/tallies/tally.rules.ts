import type { CalendarDate } from '@wp/kernel'

/** What is tallied: money that came in or went out, sign-ups, changes of active subscriptions, and who is active. */
export type Family = 'payments' | 'expenses' | 'signups' | 'active-changes' | 'active' | 'groups'

/** Something to add to the tallies. With a day it counts for that day, its month and all time; without, for `mark`. */
export type Change = {
  family: Family
  /** Tells the tallies of one family apart: the type of a payment, the key of a group. */
  kind: string
  mark: string
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
  mark: string
  kind: string
  amount: number
  count: number
  label: string | null
}

const spansOf = ({ isDated, mark }: Pick<Change, 'isDated' | 'mark'>): [Span, string][] =>
  isDated
    ? [
        ['day', mark],
        ['month', mark.slice(0, 7)],
        ['all', 'all'],
      ]
    : [['all', mark]]

/** What changes come to, one tally for each that they touch. */
export const added = (changes: readonly Change[]): Tally[] => {
  const tallies = new Map<string, Tally>()
  for (const change of changes)
    for (const [span, mark] of spansOf(change)) {
      const { family, kind, label } = change
      const id = [family, span, mark, kind].join('/')
      const { amount, count } = tallies.get(id) ?? { amount: 0, count: 0 }
      tallies.set(id, {
        id,
        family,
        span,
        mark,
        kind,
        label,
        amount: amount + change.amount,
        count: count + change.count,
      })
    }
  return [...tallies.values()]
}

/** Which tallies are meant; both marks are included. */
export type Wanted = { family: Family; span: Span; from: string; to: string }

export const isWanted = (tally: Tally, { family, span, from, to }: Wanted): boolean =>
  tally.family === family && tally.span === span && tally.mark >= from && tally.mark <= to

/** Tallies with others on top. */
export const together = (tallies: readonly Tally[], more: readonly Tally[]): Tally[] => {
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
export const dated = (
  family: Family,
  kind: string,
  day: CalendarDate,
  count: number,
  amount = 0,
): Change => ({
  family,
  kind,
  mark: day,
  isDated: true,
  amount,
  count,
  label: null,
})
