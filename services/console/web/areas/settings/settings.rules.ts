import type { OwnSubscription } from '@workspace-platform/client/admin-billing'

/** Parses values typed one per line, such as networks and site origins. */
export const toLines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Codes of regions, which browsers can name like countries. */
const notCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Returns the countries with their names in a language, sorted by name. */
export const countriesIn = (language: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code))
    .flatMap((value) => {
      const label = names.of(value)
      return label === undefined ? [] : [{ value, label }]
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
}

/** The reminders that the form offers, in minutes before a booking, plus any that are already set. */
export const reminderChoices = (current: readonly number[]): number[] =>
  [...new Set([30, 60, 120, 240, 1440, 2880, 10_080, ...current])].toSorted((a, b) => a - b)

/** Returns a duration in its largest whole unit. */
export const inUnit = (minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } => {
  if (minutes > 0 && minutes % 1440 === 0) return { unit: 'days', count: minutes / 1440 }
  if (minutes > 0 && minutes % 60 === 0) return { unit: 'hours', count: minutes / 60 }
  return { unit: 'minutes', count: minutes }
}

/** Returns a size in megabytes, the unit of plan limits. */
export const toMegabytes = (bytes: number): number => Math.round((bytes / 1_048_576) * 10) / 10

/** Returns the used share of a limit, from 0 to 1; null without a limit. */
export const shareOf = (used: number, limit: number | null): number | null => {
  if (limit === null) return null
  return limit === 0 ? 1 : Math.min(1, used / limit)
}

type RenewalLine = NonNullable<OwnSubscription['nextRenewal']>['lines'][number]

/** Returns the label of a line of the renewal's price; the API labels plans and discounts in English. */
export const renewalLabel = (
  { kind, label }: Pick<RenewalLine, 'kind' | 'label'>,
  { plan, discountPercentage }: { plan: { name: string }; discountPercentage: number | null },
  discountOf: (share: number) => string,
): string => {
  if (kind === 'plan') return plan.name
  return kind === 'discount' ? discountOf((discountPercentage ?? 0) / 100) : label
}
