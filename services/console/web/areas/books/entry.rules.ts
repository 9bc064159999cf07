import type { Expense, Income } from '@workspace-platform/client/finance'
import { toNumber } from '../../i18n/number.rules.ts'

export type Kind = 'incomes' | 'expenses'

/** An income or expense. They differ only in the name of the other party: `source` or `vendor`. */
export type Entry = Omit<Expense, 'vendor'> & { party: string | null; clientId: string | null }

export const incomeToEntry = ({ source, ...entry }: Income): Entry => ({
  ...entry,
  party: source,
})

export const expenseToEntry = ({ vendor, ...entry }: Expense): Entry => ({
  ...entry,
  party: vendor,
  clientId: null,
})

/** An entry as the form edits it: texts only. */
export type EntryFields = {
  title: string
  amount: string
  currencyCode: string
  date: string
  party: string
  category: string
  account: string
  notes: string
}

/** Returns the texts that the form shows for an entry, or for a new one. */
export const toEntryFields = (
  entry: Entry | null,
  { today, currencyCode }: { today: string; currencyCode: string },
): EntryFields => ({
  title: entry?.title ?? '',
  amount: entry ? String(entry.amount) : '',
  currencyCode: entry?.currencyCode ?? currencyCode,
  date: entry?.date ?? today,
  party: entry?.party ?? '',
  category: entry?.category ?? '',
  account: entry?.account ?? '',
  notes: entry?.notes ?? '',
})

const orNull = (text: string): string | null => text.trim() || null

/** Returns the body for the API. The amount and currency of booked entries are read-only and left out. */
export const toEntryBody = (fields: EntryFields, kind: Kind, isBooked: boolean) => ({
  title: fields.title.trim(),
  date: fields.date,
  category: orNull(fields.category),
  account: orNull(fields.account),
  notes: orNull(fields.notes),
  ...(kind === 'incomes' ? { source: orNull(fields.party) } : { vendor: orNull(fields.party) }),
  ...(!isBooked && { amount: toNumber(fields.amount), currencyCode: fields.currencyCode }),
})

/** The records for which the platform books entries itself. */
const bookedTypes = ['invoice', 'session', 'labTest', 'order', 'refund', 'void', 'occurrence'] as const
export type BookedType = (typeof bookedTypes)[number]

/** Returns the type of the record for which the platform booked an entry; null for manual entries. */
export const bookedFor = ({ reference }: Pick<Entry, 'reference'>): BookedType | null =>
  bookedTypes.find((type) => type === reference?.type) ?? null

/** The titles that the platform gives to the entries it books, by the type of the record. */
const bookedTitles = [
  ['invoice', ['invoice', 'session', 'labTest'], /^Invoice (?<number>\d+)$/],
  ['labTest', ['labTest'], /^Lab test (?<number>\d+)$/],
  ['invoiceRefund', ['refund'], /^Refund of Invoice (?<number>\d+)$/],
  ['invoiceVoid', ['void'], /^Invoice (?<number>\d+), void$/],
  ['order', ['order'], /^Order at (?<store>.+)$/],
  ['orderRefund', ['refund'], /^Refund of an order at (?<store>.+)$/],
] as const

/** Returns the parts of a title that the platform wrote in English; null for titles that people wrote. */
export const bookedTitle = (
  entry: Pick<Entry, 'title' | 'reference'>,
): { kind: (typeof bookedTitles)[number][0]; number: number; store: string } | null => {
  const type = bookedFor(entry)
  for (const [kind, types, pattern] of bookedTitles) {
    const { number, store = '' } =
      (types.some((each) => each === type) && pattern.exec(entry.title)?.groups) || {}
    if (number || store) return { kind, number: Number(number), store }
  }
  return null
}

/** Returns the category if the platform gave it to an entry that it booked. */
export const bookedCategory = (category: string | null) =>
  (['sales', 'refunds', 'labs'] as const).find((each) => each === category)
