import { AppError, isExactNumber, parseExactFields } from '@wp/kernel'

export const maxDepth = 32
export const maxKeys = 10_000

/**
 * A text shorter than this cannot contain more than `maxKeys` keys: the shortest pair, `"":1,`, takes five
 * characters.
 */
const tooShortForKeys = maxKeys * 5

/**
 * Parses untrusted JSON. Throws INVALID_JSON for invalid JSON, and INVALID_REQUEST for more than 32 levels or 10,000
 * keys and for NUL or an unpaired surrogate in a string. Numbers inside the objects named in `exactFields` keep their
 * text.
 */
export const parseJson = (text: string, exactFields: readonly string[] = []): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('INVALID_JSON', `The body is not valid JSON${locationOf(error)}`, { cause: error })
  }
  if (typeof value === 'object' && value !== null && needsWalk(text)) {
    walk(value, 1, { keys: 0 })
  } else if (typeof value === 'string') {
    checkText(value)
  }
  if (exactFields.length > 0) keepNumbers(value, text, exactFields)
  return value
}

/** Larger objects are skipped to save time: no field accepts them. */
const maxExactLength = 64 * 1024

/** Replaces the named objects in the body with copies whose numbers keep their text. */
const keepNumbers = (body: unknown, text: string, names: readonly string[]): void => {
  if (!isObject(body)) return
  const kept = names.filter((name) => {
    const value = body[name]
    return isObject(value) && JSON.stringify(value).length <= maxExactLength
  })
  if (kept.length > 0) Object.assign(body, parseExactFields(text, kept))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the position of the error, but none of the body's content. */
const locationOf = (error: unknown): string => {
  const { message } = error as Error
  const [, position] = / at position (\d+)/.exec(message) ?? []
  if (position) return ` at character ${Number(position) + 1}`
  return message.includes('end of JSON') ? ': unexpected end' : ': unexpected character'
}

// Scanning the text is several times cheaper than walking the value, and very few bodies need the walk.
const needsWalk = (text: string): boolean =>
  text.length > tooShortForKeys || text.includes('\\u') || countBrackets(text) > maxDepth

const countBrackets = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('{'); at !== -1 && count <= maxDepth; at = text.indexOf('{', at + 1)) count += 1
  for (let at = text.indexOf('['); at !== -1 && count <= maxDepth; at = text.indexOf('[', at + 1)) count += 1
  return count
}

const walk = (value: unknown, depth: number, seen: { keys: number }): void => {
  if (typeof value === 'string') return checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth > maxDepth) throw invalidBody(`The body must not be nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (const item of value) walk(item, depth + 1, seen)
    return
  }
  for (const key of Object.keys(value)) {
    seen.keys += 1
    if (seen.keys > maxKeys) throw invalidBody(`The body must have at most ${maxKeys} fields`)
    checkText(key)
    walk((value as Record<string, unknown>)[key], depth + 1, seen)
  }
}

const checkText = (text: string): void => {
  if (text.includes('\0')) throw invalidBody('The body must not contain NUL characters')
  if (!text.isWellFormed()) throw invalidBody('The body must not contain unpaired surrogates')
}

const invalidBody = (message: string): AppError => new AppError('INVALID_REQUEST', message)

/** Returns the same text for equal JSON values, regardless of whitespace and key order. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) && !isExactNumber(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : inner,
  ) ?? ''
