import { withDateRange } from '@wp/http'
import { CalendarDateString, CurrencyCode, DateOrTimestamp, IdString, nonBlank, pageQuery } from '@wp/kernel'
import { z } from 'zod'
import { bookedTypes } from './entry.rules.ts'

// What incomes and expenses have in common.

/** The record elsewhere that the money belongs to; one income and one expense for each. */
export const Reference = z.object({ type: z.string(), id: z.string() })

const NewReference = z
  .object({ type: nonBlank(60), id: nonBlank(100) })
  .refine(({ type }) => !bookedTypes.has(type), {
    path: ['type'],
    error: `must not be one of the platform's own: ${[...bookedTypes].join(', ')}`,
  })

const ReceiptIds = z
  .array(IdString)
  .max(20)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must name each receipt once' })
  .describe('Uploaded before; each belongs to one record')

export const entryFields = {
  workspaceId: IdString,
  title: z.string(),
  amount: z.number(),
  currencyCode: z.string(),
  date: CalendarDateString,
  category: z.string().nullable(),
  account: z.string().nullable(),
  notes: z.string().nullable(),
  receipts: z.array(IdString),
  reference: Reference.nullable().describe(
    'What it belongs to; of what the platform itself has booked the amount is read only',
  ),
}

export const newEntryFields = {
  title: nonBlank(200),
  amount: z.number().positive({ error: 'must be more than 0' }),
  currencyCode: CurrencyCode.optional().describe("The workspace's currency when left out"),
  date: CalendarDateString,
  category: nonBlank(100).nullable().default(null),
  account: nonBlank(100).nullable().default(null),
  notes: z.string().max(10_000).nullable().default(null),
  receipts: ReceiptIds.default([]),
  reference: NewReference.nullable().default(null),
}

export const entryChangeFields = {
  title: newEntryFields.title.optional(),
  amount: newEntryFields.amount.optional(),
  currencyCode: CurrencyCode.optional(),
  date: CalendarDateString.optional(),
  category: nonBlank(100).nullable().optional(),
  account: nonBlank(100).nullable().optional(),
  notes: z.string().max(10_000).nullable().optional(),
  receipts: ReceiptIds.optional(),
  reference: NewReference.nullable().optional(),
}

export const EntryFilter = withDateRange(
  pageQuery.extend({
    from: DateOrTimestamp.optional(),
    to: DateOrTimestamp.optional(),
    category: nonBlank(100).optional(),
    account: nonBlank(100).optional(),
    currencyCode: CurrencyCode.optional(),
    search: nonBlank(100).optional().describe('Words that the title, vendor or source begins with'),
  }),
)
export type EntryFilter = z.output<typeof EntryFilter>

/** A range of days that may be left open; which days are then meant is in the reply. */
export const StatsQuery = withDateRange(
  z.object({
    from: DateOrTimestamp.optional().describe('The first of the month of `to` when left out'),
    to: DateOrTimestamp.optional().describe('Today when left out'),
  }),
)

const Sum = { total: z.number(), count: z.int() }

export const EntryStats = z
  .object({
    from: CalendarDateString,
    to: CalendarDateString,
    currencies: z
      .array(
        z.object({
          currencyCode: z.string(),
          ...Sum,
          average: z.number().describe('Rounded to minor units'),
          byCategory: z.array(z.object({ category: z.string().nullable(), ...Sum })),
          byAccount: z.array(z.object({ account: z.string().nullable(), ...Sum })),
          previous: z
            .object(Sum)
            .describe('The period before: as many days, or as many months where whole months are asked for'),
        }),
      )
      .describe('One for each currency; sums of different currencies are never added up'),
  })
  .meta({ id: 'EntryStats' })
export type EntryStats = z.output<typeof EntryStats>
