// TypeScript does not know these functions yet.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => unknown
  isRawJSON: (value: unknown) => boolean
}

/** Returns whether a value is a number that was kept as text. */
export const isExactNumber = (value: unknown): boolean => isRawJSON(value)

/**
 * A number that JavaScript may write differently: one with an exponent, trailing zeros or at least 16 digits, a small
 * fraction, or -0.
 */
const unusualNumber =
  /(?:^|[[:,\s])(?:-0|-?(?:\d+(?:\.\d+)?[eE][+-]?\d+|\d+\.\d*0|0\.0{6}\d+|(?=[\d.]{17})\d+\.\d+|\d{16,}))(?=[,\]}\s]|$)/

/**
 * Parses JSON like `JSON.parse`, except that `JSON.stringify` writes every number of the result as it was in the text:
 * large integers keep all digits, and exponents stay. Such numbers become `JSON.rawJSON` objects, so use this only for
 * values that are passed on unread. Throws SyntaxError for invalid JSON.
 */
export const parseExactJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  return unusualNumber.test(text) ? readValue({ text, at: 0 }) : value
}

/** Returns the named fields of a JSON object, parsed like `parseExactJson`. The text must be valid JSON. */
export const parseExactFields = (text: string, names: readonly string[]): Record<string, unknown> => {
  const fields: Record<string, unknown> = {}
  const source = { text, at: 0 }
  for (const name of namesIn(source)) {
    if (names.includes(name)) fields[name] = readValue(source)
    else skipValue(source)
  }
  return fields
}

/** The text must be valid JSON. */
type Source = { readonly text: string; at: number }

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d,
]
const [comma, minus, zero, nine] = [0x2c, 0x2d, 0x30, 0x39]

const readValue = (source: Source): unknown => {
  const first = skipSpace(source)
  if (first === quote) return readString(source)
  if (first === openBrace) return readObject(source)
  return first === openBracket ? readArray(source) : readScalar(source, first)
}

const readObject = (source: Source): object => {
  const object: Record<string, unknown> = {}
  for (const name of namesIn(source)) {
    const value = readValue(source)
    if (name === '__proto__')
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
    else object[name] = value
  }
  return object
}

/** Yields the names in an object; the caller must read or skip the value after each. */
function* namesIn(source: Source): Generator<string> {
  skipSpace(source)
  source.at += 1
  while (skipSpace(source) !== closeBrace) {
    const name = readString(source)
    skipSpace(source)
    source.at += 1 // the colon
    yield name
    if (skipSpace(source) === comma) source.at += 1
    skipSpace(source)
  }
  source.at += 1
}

const readArray = (source: Source): unknown[] => {
  const items: unknown[] = []
  source.at += 1
  while (skipSpace(source) !== closeBracket) {
    items.push(readValue(source))
    if (skipSpace(source) === comma) source.at += 1
  }
  source.at += 1
  return items
}

const readString = (source: Source): string => {
  const start = source.at
  skipString(source)
  const content = source.text.slice(start + 1, source.at - 1)
  return content.includes('\\') ? (JSON.parse(`"${content}"`) as string) : content
}

const skipString = (source: Source): void => {
  const { text } = source
  let at = source.at + 1
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at))
    at += code === backslash ? 2 : 1
  source.at = at + 1
}

const readScalar = (source: Source, first: number): unknown => {
  const start = source.at
  const isInteger = skipScalar(source)
  const token = source.text.slice(start, source.at)
  if (first !== minus && (first < zero || first > nine)) return JSON.parse(token)
  const value = Number(token)
  return (isInteger && token.length < 16) || String(value) === token ? value : rawJSON(token)
}

/** Skips a number or literal. Returns whether it only consists of digits. */
const skipScalar = (source: Source): boolean => {
  let isInteger = true
  for (;;) {
    const code = source.text.charCodeAt(source.at)
    // The end of the text (NaN), whitespace, a comma or a closing bracket.
    if (!(code > 0x20) || code === comma || code === closeBracket || code === closeBrace) return isInteger
    isInteger &&= code >= zero && code <= nine
    source.at += 1
  }
}

const skipValue = (source: Source): void => {
  const first = skipSpace(source)
  if (first === quote) return skipString(source)
  if (first !== openBrace && first !== openBracket) return void skipScalar(source)
  let depth = 0
  do {
    const code = source.text.charCodeAt(source.at)
    if (code === quote) skipString(source)
    else {
      if (code === openBrace || code === openBracket) depth += 1
      else if (code === closeBrace || code === closeBracket) depth -= 1
      source.at += 1
    }
  } while (depth > 0)
}

/** Skips whitespace and returns the code of the next character. */
const skipSpace = (source: Source): number => {
  let code = source.text.charCodeAt(source.at)
  while (code <= 0x20) code = source.text.charCodeAt((source.at += 1))
  return code
}
