import { AppError } from '@wp/kernel'
import type { ErrorDetail } from '@wp/kernel'
import type { z } from 'zod'
import type { InvalidPolicy } from './route.ts'

type Issue = z.core.$ZodIssue
type Part = 'body' | 'query'

/** Units in which zod counts the size of values. */
const countedUnits: ReadonlyMap<string, string> = new Map([
  ['string', 'character'],
  ['array', 'item'],
  ['set', 'item'],
])

const dateFormats = new Set(['date', 'datetime', 'time', 'duration'])

/** Returns the message for an issue whose schema does not set one. */
const messageFor = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${withArticle(String(issue.expected))}`
    case 'invalid_value':
      return issue.input === undefined
        ? 'is required'
        : `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return sizeMessage(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return sizeMessage(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'invalid_format':
      return formatMessage(issue as FormatIssue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return 'must match one of the allowed forms'
    case 'invalid_key':
    case 'invalid_element':
      return 'is invalid'
    case 'unrecognized_keys':
      return `cannot contain ${issue.keys.join(', ')}`
    case 'custom':
    default:
      return 'is invalid'
  }
}

type FormatIssue = {
  readonly format: string
  readonly pattern?: string
  readonly prefix?: string
  readonly suffix?: string
  readonly includes?: string
}

const formatNames: Readonly<Record<string, string>> = {
  datetime: 'ISO 8601 time',
  duration: 'ISO 8601 duration',
  email: 'email address',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  url: 'URL',
  uuid: 'UUID',
}

const formatMessage = ({ format, pattern, prefix, suffix, includes }: FormatIssue): string => {
  if (prefix !== undefined) return `must start with ${prefix}`
  if (suffix !== undefined) return `must end with ${suffix}`
  if (includes !== undefined) return `must contain ${includes}`
  return format === 'regex' ? `must match ${pattern}` : `must be a valid ${formatNames[format] ?? format}`
}

const withArticle = (type: string): string => {
  if (type === 'int') return 'a whole number'
  if (type === 'object' || type === 'record') return 'an object'
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

const sizeMessage = (origin: string, comparison: string, bound: number | bigint): string => {
  if (bound === 1 && comparison === 'at least' && countedUnits.has(origin)) return 'must not be empty'
  const unit = countedUnits.get(origin)
  if (unit) return `must have ${comparison} ${bound} ${bound === 1 ? unit : `${unit}s`}`
  return `must be ${comparison === 'more than' ? 'greater than' : comparison} ${bound}`
}

/** Parse options: our own messages, and the input in each issue to distinguish missing values from wrong ones. */
export const parseOptions = { error: messageFor, reportInput: true } as const

/**
 * Returns the error for invalid input according to the route's policy. `details` lists every problem; the message
 * names the first.
 */
export const invalidInput = (issues: readonly Issue[], policy: InvalidPolicy, part: Part): AppError => {
  const isMalformed =
    policy === 400 || (policy !== 422 && issues.some((issue) => isMalformedIssue(issue, policy, part)))
  return toInputError(isMalformed ? 'INVALID_REQUEST' : 'VALIDATION_FAILED', issues, part)
}

export const toInputError = (
  code: 'INVALID_REQUEST' | 'VALIDATION_FAILED' | 'INVALID_ID',
  issues: readonly Issue[],
  part: string,
): AppError => {
  const details = issues.flatMap(detailsOf)
  const [first] = details
  return new AppError(code, `${first?.path ? first.path : `The ${part}`} ${first?.message ?? 'is invalid'}`, {
    details,
  })
}

const detailsOf = (issue: Issue): ErrorDetail[] => {
  const [only] = issue.code === 'invalid_union' ? issue.errors.filter((branch) => !hasRootIssue(branch)) : []
  if (only) return only.flatMap((inner) => detailsOf({ ...inner, path: [...issue.path, ...inner.path] }))
  return [{ path: issue.path.map(String).join('.'), message: issue.message }]
}

const hasRootIssue = (branch: readonly Issue[]): boolean => branch.some((inner) => inner.path.length === 0)

const isMalformedIssue = (issue: Issue, policy: 'mixed' | 'marked', part: Part): boolean => {
  if (policy === 'marked') {
    if (part === 'body' && issue.path.length === 0 && issue.code === 'invalid_type') return true
    return isMarked(issue) && typeof issue.input === 'string'
  }
  if (isMarked(issue)) return true
  if (part === 'query') return issue.code !== 'custom'
  switch (issue.code) {
    case 'invalid_type':
      return typeof issue.input !== 'number' || issue.expected !== 'int'
    case 'invalid_value':
      return !issue.values.some((value) => typeof value === typeof issue.input)
    case 'invalid_format':
      return dateFormats.has(issue.format)
    case 'invalid_union':
      return isMalformedUnion(issue)
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'too_big':
    case 'too_small':
    case 'unrecognized_keys':
      return false
  }
}

// A union value is malformed when every branch finds it malformed, and invalid when some branch can parse it.
const isMalformedUnion = (issue: Extract<Issue, { code: 'invalid_union' }>): boolean => {
  if (issue.input === undefined) return true
  if (issue.errors.length === 0) {
    const { discriminator } = issue as { discriminator?: string }
    const given = discriminator
      ? (issue.input as Record<string, unknown> | null)?.[discriminator]
      : issue.input
    return typeof given !== 'string'
  }
  return issue.errors.every((branch) => branch.some((inner) => isMalformedIssue(inner, 'mixed', 'body')))
}

const isMarked = (issue: Issue): boolean =>
  (issue as { params?: { malformed?: unknown } }).params?.malformed === true
