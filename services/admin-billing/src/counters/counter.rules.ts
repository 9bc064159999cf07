import type { CalendarDate } from '@wp/kernel'

/**
 * `active-changes` counts daily changes in active subscriptions; `groups` counts active subscriptions by price group.
 */
export type CounterName = 'payments' | 'expenses' | 'signups' | 'active-changes' | 'active' | 'groups'

/**
 * A pending change. A dated change counts toward its day, its month and all time; any other only toward its `bucket`.
 */
export type CounterChange = {
  family: CounterName
  /** Distinguishes counters with the same name, for example by payment type or price group. */
  kind: string
  bucket: string
  isDated: boolean
  amount: number
  count: number
  /** The values that `kind` was built from, as JSON text. */
  label: string | null
}

export type Span = 'day' | 'month' | 'all'
export type Counter = {
  id: string
  family: CounterName
  span: Span
  bucket: string
  kind: string
  amount: number
  count: number
  label: string | null
}

const toSpans = ({ isDated, bucket }: Pick<CounterChange, 'isDated' | 'bucket'>): [Span, string][] =>
  isDated
    ? [
        ['day', bucket],
        ['month', bucket.slice(0, 7)],
        ['all', 'all'],
      ]
    : [['all', bucket]]

/** Sums changes into one counter for each name, span, bucket and kind. */
export const sumChanges = (changes: readonly CounterChange[]): Counter[] => {
  const counters = new Map<string, Counter>()
  for (const change of changes)
    for (const [span, bucket] of toSpans(change)) {
      const { family, kind, label } = change
      const id = [family, span, bucket, kind].join('/')
      const { amount, count } = counters.get(id) ?? { amount: 0, count: 0 }
      counters.set(id, {
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
  return [...counters.values()]
}

/** Selects counters by name, span and bucket; `from` and `to` are inclusive. */
export type CounterQuery = { name: CounterName; span: Span; from: string; to: string }

export const matchesQuery = (counter: Counter, { name, span, from, to }: CounterQuery): boolean =>
  counter.family === name && counter.span === span && counter.bucket >= from && counter.bucket <= to

/** Adds the values of `more` to the counters with the same ids, and appends the rest. */
export const mergeCounters = (counters: readonly Counter[], more: readonly Counter[]): Counter[] => {
  const merged = new Map(counters.map((counter) => [counter.id, counter]))
  for (const counter of more) {
    const before = merged.get(counter.id)
    merged.set(
      counter.id,
      before
        ? { ...before, amount: before.amount + counter.amount, count: before.count + counter.count }
        : counter,
    )
  }
  return [...merged.values()]
}

/** Returns a change dated `day`; `amount` is in cents. */
export const dailyChange = (
  family: CounterName,
  kind: string,
  day: CalendarDate,
  count: number,
  amount = 0,
): CounterChange => ({
  family,
  kind,
  bucket: day,
  isDated: true,
  amount,
  count,
  label: null,
})
