import { addDays } from '../../i18n/format.rules.ts'

export type Point = { date: string; value: number }

export const ranges = ['30', '90', '365'] as const
export const metrics = ['revenue', 'activeSubscriptions', 'signups'] as const

type Days = { from: string; to: string }

/** Returns the days that end today and as many days before them. Figures of the platform are by UTC days. */
export const daysUntil = (today: string, count: number): { now: Days; before: Days } => ({
  now: { from: addDays(today, 1 - count), to: today },
  before: { from: addDays(today, 1 - 2 * count), to: addDays(today, -count) },
})

/** Returns the value used to compare periods: the sum, or for subscriptions the last value. */
export const figureOf = (metric: (typeof metrics)[number], series: readonly Point[]): number =>
  metric === 'activeSubscriptions'
    ? (series.at(-1)?.value ?? 0)
    : series.reduce((sum, { value }) => sum + value, 0)
