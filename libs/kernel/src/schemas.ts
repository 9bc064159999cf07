import { z } from 'zod'
import { invalid } from './errors.ts'
import { isCurrencyCode } from './money.ts'
import { digitsAt, isCalendarDate, isTimeOfDay } from './time.ts'

/** Runs only when the schema has refused the value: then there are issues to mark, and a good value costs nothing. */
const mark = (isMalformed: boolean) =>
  z.superRefine<unknown>(
    (_value, payload) => {
      for (const issue of payload.issues) {
        const { params } = issue as { params?: Record<string, unknown> }
        Object.assign(issue, { params: { ...params, malformed: isMalformed } })
      }
    },
    { when: ({ issues }) => issues.length > 0 },
  )

/**
 * Marks every issue of a schema as "badly formed" (`params.malformed`), which routes answer with 400 instead of 422.
 * The schema itself, and so its JSON Schema, stays as it is. Limit: beside an issue that ends parsing at once (`z.int()`
 * given 1.5, a refinement with `abort`) zod runs no further check, so nothing is marked.
 */
export const malformed = <Schema extends z.ZodType>(schema: Schema): Schema => schema.check(mark(true))

/** Takes the mark of `malformed` off every issue of a schema: here what is badly formed breaks a rule (422). */
export const ruled = <Schema extends z.ZodType>(schema: Schema): Schema => schema.check(mark(false))

/** An id as it stands in paths, bodies and replies. */
export const IdString = malformed(
  z.string().regex(/^[0-9a-f]{24}$/, { error: 'must be an id: 24 hexadecimal characters in lower case' }),
)

/**
 * Every day and time that comes in or goes out lies in the years 1900 to 2999 (UTC). What is computed from one may lie
 * beside them, down to the year 1 and up to 9999, so that no reckoning at an edge throws.
 */
const inYears = { error: 'must lie in the years 1900 to 2999' }

/** What is no date passes: zod runs this also after a refusal, and one message is enough. */
const isInYears = (text: string): boolean => {
  const year = text[4] === '-' ? digitsAt(text, 0, 4) : Number.NaN
  return (year >= 1900 && year <= 2999) || !/^[+-]?\d{4,6}-/.test(text)
}

/** A moment: ISO 8601 with a zone; given back in UTC with milliseconds. */
export const Timestamp = malformed(
  z.iso
    .datetime({
      offset: true,
      error: 'must be a time of ISO 8601 with its zone, such as 2027-03-10T09:00:00Z',
    })
    .overwrite(inUtc)
    .refine(isInYears, inYears),
)

/** A moment as `Timestamp`; one that names no zone is UTC. */
const UtcTimestamp = malformed(
  z.iso
    .datetime({
      offset: true,
      local: true,
      error: 'must be a time of ISO 8601, such as 2027-03-10T09:00:00Z',
    })
    .overwrite((text) => inUtc(/[Z+]|-\d\d:\d\d$/.test(text) ? text : `${text}Z`))
    .refine(isInYears, inYears),
)

/** 24 characters can only be UTC with milliseconds. What is no time passes: zod runs this also after a refusal. */
function inUtc(text: string): string {
  return text.length === 24 || Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()
}

/** `YYYY-MM-DD`, a day that exists. */
export const CalendarDateString = malformed(
  z
    .string()
    .refine(isCalendarDate, { error: 'must be a day that exists, as YYYY-MM-DD' })
    .refine(isInYears, inYears)
    .meta({ format: 'date' }),
)

/** A calendar date as it is, or a moment as `Timestamp` gives it back: its UTC day is the first ten characters of either. */
export const DateOrTimestamp = malformed(
  z.union([CalendarDateString, Timestamp], {
    error: 'must be a day (YYYY-MM-DD) or a time of ISO 8601 with its zone, in the years 1900 to 2999',
  }),
)

/** As `DateOrTimestamp`; a moment that names no zone is UTC. */
export const DateOrUtcTimestamp = malformed(
  z.union([CalendarDateString, UtcTimestamp], {
    error: 'must be a day (YYYY-MM-DD) or a time of ISO 8601, in the years 1900 to 2999',
  }),
)

/** `00:00` to `23:59`. */
export const TimeOfDay = malformed(
  z.string().refine(isTimeOfDay, { error: 'must be a time of day, HH:mm from 00:00 to 23:59' }),
)

/** An email address, trimmed and in lower case before it is looked at. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: 'must have at most 254 characters' })
  .check(z.email({ error: 'must be an email address, such as name@example.com' }))

/** An absolute http or https address of at most 2,048 characters. */
export const HttpUrl = z
  .url({
    protocol: /^https?$/,
    hostname: /./,
    error: 'must be an address that begins with http:// or https://',
  })
  .max(2048, { error: 'must have at most 2048 characters' })

/** A currency in use by ISO 4217. */
export const CurrencyCode = z
  .string()
  .refine(isCurrencyCode, { error: 'must be a currency code of ISO 4217, such as USD or KWD' })

/** Any JSON value, null included; only its absence is an error. */
export const FreeJson = malformed(
  z.unknown().refine((value) => value !== undefined, { error: 'is required' }),
)

/** A JSON object that is kept as it is, whatever its keys; `z.record` would lose `__proto__`. */
export const FreeObject = malformed(
  z
    .unknown()
    .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
      error: 'must be an object',
    })
    .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} }),
) as z.ZodType<Record<string, unknown>>

/** Text that says something: trimmed, 1 to `max` characters. */
export const nonBlank = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} characters` })

/** A number with at most `places` decimal places, such as a quantity, a unit price or a percentage. */
export const decimal = (places: number) =>
  z.number().refine((value) => Number(value.toFixed(places)) === value, {
    error: `must have at most ${places} decimal places`,
  })

/** What the schema makes of a value; VALIDATION_FAILED with the first fault when it refuses it. For what comes by another way than HTTP. */
export const requireValid = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(issue!.path.join('.'), issue!.message)
}

/** `true` or `false` in a query, where everything is text; documents show it as the boolean that it means. */
export const QueryBoolean = z.stringbool({ error: 'must be true or false' }).meta({ type: 'boolean' })
