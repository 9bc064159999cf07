import { AppError } from '@wp/kernel'
import type { ErrorDetail } from '@wp/kernel'
import type { z } from 'zod'
import type { InvalidPolicy } from './route.ts'

type Issue = z.core.$ZodIssue
type Part = 'body' | 'query'

const dateFormats = new Set(['date', 'datetime', 'time', 'duration'])

/** Messages for issues that the schema itself has no message for. */
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
      return issue.format === 'regex' ? `must match ${issue.pattern}` : `must be a valid ${issue.format}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return 'fits none of the allowed forms: the reference shows them'
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'unrecognized_keys':
    default:
      return undefined
  }
}

const withArticle = (type: string): string => {
  if (type === 'int') return 'a whole number'
  if (type === 'object') return 'an object'
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

const sizeMessage = (origin: string, comparison: string, bound: number | bigint): string => {
  if (origin === 'string')
    return bound === 1 && comparison === 'at least'
      ? 'must not be empty'
      : `must have ${comparison} ${bound} characters`
  if (origin === 'array' || origin === 'set') return `must have ${comparison} ${bound} items`
  return `must be ${comparison} ${bound}`
}

/** For every parse of what a caller sent: our messages, and the value with each issue, to tell absent from wrong. */
export const parseOptions = { error: messageFor, reportInput: true } as const

/** The failure that invalid input answers by the route's policy; `details` name every field, the message the first. */
export const invalidInput = (issues: readonly Issue[], policy: InvalidPolicy, part: Part): AppError => {
  const isMalformed =
    policy === 400 || (policy !== 422 && issues.some((issue) => isUnreadable(issue, policy, part)))
  return toInputError(isMalformed ? 'INVALID_REQUEST' : 'VALIDATION_FAILED', issues, part)
}

export const toInputError = (
  code: 'INVALID_REQUEST' | 'VALIDATION_FAILED' | 'INVALID_ID',
  issues: readonly Issue[],
  part: string,
): AppError => {
  const details = issues.flatMap(detailsOf)
  const [first] = details
  return new AppError(
    code,
    `${first?.path ? first.path : `The ${part}`} ${first?.message ?? 'is not valid'}`,
    { details },
  )
}

const detailsOf = (issue: Issue): ErrorDetail[] => {
  const [only] = issue.code === 'invalid_union' ? issue.errors.filter((branch) => !hasRootIssue(branch)) : []
  if (only) return only.flatMap((inner) => detailsOf({ ...inner, path: [...issue.path, ...inner.path] }))
  return [{ path: issue.path.map(String).join('.'), message: issue.message }]
}

const hasRootIssue = (branch: readonly Issue[]): boolean => branch.some((inner) => inner.path.length === 0)

const isUnreadable = (issue: Issue, policy: 'mixed' | 'marked', part: Part): boolean => {
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
      return isUnreadableUnion(issue)
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

// A value that no branch can even read is unreadable; one that some branch reads and then refuses breaks a rule.
const isUnreadableUnion = (issue: Extract<Issue, { code: 'invalid_union' }>): boolean => {
  if (issue.input === undefined) return true
  if (issue.errors.length === 0) {
    const { discriminator } = issue as { discriminator?: string }
    const given = discriminator
      ? (issue.input as Record<string, unknown> | null)?.[discriminator]
      : issue.input
    return typeof given !== 'string'
  }
  return issue.errors.every((branch) => branch.some((inner) => isUnreadable(inner, 'mixed', 'body')))
}

const isMarked = (issue: Issue): boolean =>
  (issue as { params?: { malformed?: unknown } }).params?.malformed === true
