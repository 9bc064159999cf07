import { z } from 'zod'
import { invalid } from './errors.ts'
import { isCurrencyCode } from './money.ts'
import { digitsAt, isCalendarDate, isTimeOfDay } from './time.ts'

/** Runs only when there are issues to mark, so it costs nothing for valid values. */
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
 * Returns the schema with every issue marked as malformed (`params.malformed`), which routes answer with 400 instead of
 * 422. Its JSON Schema does not change. Limit: after an issue that aborts parsing (`z.int()` given 1.5, a refinement
 * with `abort`) zod runs no further checks, so the issue is not marked.
 */
export const malformed = <Schema extends z.ZodType>(schema: Schema): Schema => schema.check(mark(true))

/** Returns the schema without the mark that `malformed` sets on issues, so that routes answer 422. */
export const notMalformed = <Schema extends z.ZodType>(schema: Schema): Schema => schema.check(mark(false))

/** An id in paths, bodies and replies. */
export const IdString = malformed(
  z.string().regex(/^[0-9a-f]{24}$/, { error: 'must be an id of 24 lowercase hexadecimal characters' }),
)

/**
 * Requests and replies only contain days and times in the years 1900 to 2999 (UTC). Computed dates may be in the
 * years 1 to 9999, so that date arithmetic near the limits does not throw.
 */
const supportedYears = { error: 'must be in the years 1900 to 2999' }

/**
 * Accepts text that is not a date, because zod runs this even after another check has failed, and one message is
 * enough.
 */
const isInSupportedYears = (text: string): boolean => {
  const year = text[4] === '-' ? digitsAt(text, 0, 4) : Number.NaN
  return (year >= 1900 && year <= 2999) || !/^[+-]?\d{4,6}-/.test(text)
}

/** An ISO 8601 time with a time zone, parsed to UTC with milliseconds. */
export const Timestamp = malformed(
  z.iso
    .datetime({
      offset: true,
      error: 'must be an ISO 8601 time with a time zone, such as 2027-03-10T09:00:00Z',
    })
    .overwrite(inUtc)
    .refine(isInSupportedYears, supportedYears),
)

/** Like `Timestamp`, but a time without a zone is read as UTC. */
const UtcTimestamp = malformed(
  z.iso
    .datetime({
      offset: true,
      local: true,
      error: 'must be an ISO 8601 time, such as 2027-03-10T09:00:00Z',
    })
    .overwrite((text) => inUtc(/[Z+]|-\d\d:\d\d$/.test(text) ? text : `${text}Z`))
    .refine(isInSupportedYears, supportedYears),
)

/**
 * A time with 24 characters is already UTC with milliseconds. Returns text that is not a time unchanged, because zod
 * runs this even after a failed check.
 */
function inUtc(text: string): string {
  return text.length === 24 || Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()
}

/** A date that exists, as `YYYY-MM-DD`. */
export const CalendarDateString = malformed(
  z
    .string()
    .refine(isCalendarDate, { error: 'must be an existing date in the form YYYY-MM-DD' })
    .refine(isInSupportedYears, supportedYears)
    .meta({ format: 'date', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }),
)

/** A calendar date or a `Timestamp`. The first ten characters of the parsed value are its UTC day. */
export const DateOrTimestamp = malformed(
  z.union([CalendarDateString, Timestamp], {
    error: 'must be a date (YYYY-MM-DD) or an ISO 8601 time with a time zone, in the years 1900 to 2999',
  }),
)

/** Like `DateOrTimestamp`, but a time without a zone is read as UTC. */
export const DateOrUtcTimestamp = malformed(
  z.union([CalendarDateString, UtcTimestamp], {
    error: 'must be a date (YYYY-MM-DD) or an ISO 8601 time, in the years 1900 to 2999',
  }),
)

/** `00:00` to `23:59`. */
export const TimeOfDay = malformed(
  z.string().refine(isTimeOfDay, { error: 'must be a time of day from 00:00 to 23:59 in the form HH:mm' }),
)

/** An email address, trimmed and lower-cased before validation. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: 'must have at most 254 characters' })
  .check(z.email({ error: 'must be an email address, such as name@example.com' }))

/** An absolute http or https URL of at most 2,048 characters. */
export const HttpUrl = z
  .url({
    protocol: /^https?$/,
    hostname: /./,
    error: 'must be a URL that begins with http:// or https://',
  })
  .max(2048, { error: 'must have at most 2048 characters' })

/** A known ISO 4217 currency code. */
export const CurrencyCode = z
  .string()
  .refine(isCurrencyCode, { error: 'must be an ISO 4217 currency code, such as USD or KWD' })

/** Any JSON value, including null, but not undefined. */
export const FreeJson = malformed(
  z.unknown().refine((value) => value !== undefined, { error: 'is required' }),
)

/** A JSON object with any keys. `z.record` would drop `__proto__`. */
export const FreeObject = malformed(
  z
    .unknown()
    .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
      error: 'must be an object',
    })
    .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} }),
) as z.ZodType<Record<string, unknown>>

/** Returns a schema for text of 1 to `max` characters after trimming. */
export const nonBlank = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} characters` })

/** The id of a record in another system. A store allows each value once per workspace and kind of record. */
export const ExternalId = nonBlank(200)
  .nullable()
  .describe('The id of the record in another system; unique within the workspace')

/** Returns a schema for a number with at most `places` decimal places, such as a quantity or a percentage. */
export const decimal = (places: number) =>
  z.number().refine((value) => Number(value.toFixed(places)) === value, {
    error: `must have at most ${places} decimal places`,
  })

/**
 * Returns the parsed value or throws VALIDATION_FAILED with the first issue. For input that does not come over HTTP.
 */
export const requireValid = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(issue!.path.join('.'), issue!.message)
}

/** `true` or `false` as query text; documented as a boolean. */
export const QueryBoolean = z
  .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })
  .meta({ type: 'boolean' })
