/** Dates as `YYYY-MM-DD`; `successor` is the path or URL of the replacement. */
export type Deprecation = { readonly at: string; readonly sunset: string; readonly successor: string }

const monthsOfNotice = 6

/** Returns the problem with a deprecation, or null. API clients are promised at least 6 months' notice. */
export const checkDeprecation = ({ at, sunset }: Deprecation): string | null => {
  const from = Date.parse(`${at}T00:00:00Z`)
  const until = Date.parse(`${sunset}T00:00:00Z`)
  if (Number.isNaN(from) || Number.isNaN(until))
    return 'deprecated.at and deprecated.sunset must be YYYY-MM-DD'
  const earliest = new Date(from)
  const day = earliest.getUTCDate()
  earliest.setUTCMonth(earliest.getUTCMonth() + monthsOfNotice)
  if (earliest.getUTCDate() !== day) earliest.setUTCDate(0)
  return until < earliest.getTime()
    ? `the sunset must be at least ${monthsOfNotice} months after the deprecation, so ${earliest.toISOString().slice(0, 10)} or later`
    : null
}

/** Returns the headers of RFC 9745 and RFC 8594 for a deprecated route's replies. */
export const deprecationHeaders = ({ at, sunset, successor }: Deprecation): [string, string][] => [
  ['deprecation', `@${Date.parse(`${at}T00:00:00Z`) / 1000}`],
  ['sunset', new Date(`${sunset}T00:00:00Z`).toUTCString()],
  ['link', `<${successor}>; rel="successor-version"`],
]
