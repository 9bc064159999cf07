import { withDateRange } from '@wp/http'
import { CalendarDateString, CurrencyCode, DateOrTimestamp, IdString, nonBlank, pageQuery } from '@wp/kernel'
import { TaxLine } from '@wp/workspaces'
import { z } from 'zod'

/** Reference types that are reserved for entries booked by the platform. */
export const bookedTypes: ReadonlySet<string> = new Set([
  'invoice',
  'session',
  'labTest',
  'order',
  'refund',
  'void',
  'occurrence',
])

// Income entries and expenses share these schemas.

/** The record that the entry belongs to. Each record can have at most one income entry and one expense. */
export const Reference = z.object({ type: z.string(), id: z.string() })

const NewReference = z
  .object({ type: nonBlank(60), id: nonBlank(100) })
  .refine(({ type }) => !bookedTypes.has(type), {
    path: ['type'],
    error: `must not be a type reserved for the platform: ${[...bookedTypes].join(', ')}`,
  })

const ReceiptIds = z
  .array(IdString)
  .max(20)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain the same receipt twice' })
  .describe('Ids of uploaded receipts; a receipt can be attached to only one record')

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
    'The record that the entry belongs to. If the platform booked the entry, its amount, currency and reference are read-only.',
  ),
}

export const newEntryFields = {
  title: nonBlank(200),
  amount: z.number().positive({ error: 'must be greater than 0' }),
  currencyCode: CurrencyCode.optional().describe("Defaults to the workspace's currency"),
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
    search: nonBlank(100)
      .optional()
      .describe('Matches the beginning of words in the title and the vendor or source'),
  }),
)
export type EntryFilter = z.output<typeof EntryFilter>

/** A range of days with optional ends; the reply contains the range that was used. */
export const StatsQuery = withDateRange(
  z.object({
    from: DateOrTimestamp.optional().describe(
      'First day, inclusive. Defaults to the first day of the month of `to`',
    ),
    to: DateOrTimestamp.optional().describe(
      'Last day, inclusive. Defaults to today, or to `from` if that is later',
    ),
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
          average: z.number().describe("Rounded to the currency's minor unit"),
          byCategory: z.array(z.object({ category: z.string().nullable(), ...Sum })),
          byAccount: z.array(z.object({ account: z.string().nullable(), ...Sum })),
          taxes: z
            .array(TaxLine)
            .describe(
              'Net, tax and gross by rate of the entries that the platform booked; all other amounts are in the row without a name. The gross amounts add up to `total`',
            ),
          previous: z
            .object(Sum)
            .describe(
              'The preceding period: the same number of days, or of months if the range covers whole months',
            ),
        }),
      )
      .describe('One item per currency; amounts in different currencies are never added up'),
  })
  .meta({ id: 'EntryStats' })
export type EntryStats = z.output<typeof EntryStats>
