import type { Value } from '../bson/values.ts'
import {
  BSONRegExp,
  BSONSymbol,
  Code,
  Int32,
  isNumber,
  toInteger,
  toNumber,
  typeName,
} from '../bson/values.ts'
import { fail } from '../errors.ts'
import { compileRegExp, limitRegExp } from '../bson/regexp.ts'
import { numberToString } from './conversion-operators.ts'
import type { Operator, Operators } from './operator.ts'
import { isNullish, named, operator } from './operator.ts'

const typeOf = (value: Value | undefined): string => (value === undefined ? 'missing' : typeName(value))

function text(value: Value | undefined, name: string, code: number): string {
  if (value instanceof BSONSymbol) return value.value
  if (typeof value !== 'string') return fail(code, `${name} requires a string, found: ${typeOf(value)}`)
  return value
}

/** Converts an argument of $toLower, $toUpper, $substr or $strcasecmp to a string; null and missing become ''. */
function coerced(value: Value | undefined, name: string): string {
  if (isNullish(value)) return ''
  if (isNumber(value)) return numberToString(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Code) return value.code
  return text(value, name, 16007)
}

const whole = (value: Value | undefined, name: string, code: number): number =>
  isNumber(value)
    ? (toInteger(value) ?? Math.trunc(toNumber(value)))
    : fail(code, `${name} requires numbers, found: ${typeOf(value)}`)

const codePoints = (value: string): string[] => Array.from(value)

const lower = (value: string): string => value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
const upper = (value: string): string => value.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

function substringOfBytes([value, start, length]: (Value | undefined)[], name: string): Value {
  const bytes = Buffer.from(coerced(value, name))
  const from = whole(start, name, 16034)
  const count = whole(length, name, 16035)
  if (from < 0) fail(50752, `${name}: starting index must be non-negative (got: ${from})`)
  const end = count < 0 ? bytes.length : Math.min(from + count, bytes.length)
  const isContinuation = (at: number) => at < bytes.length && (bytes[at]! & 0xc0) === 0x80
  if (isContinuation(from))
    fail(28656, `${name}: Invalid range, starting index is a UTF-8 continuation byte.`)
  if (isContinuation(end))
    fail(28657, `${name}: Invalid range, ending index is in the middle of a UTF-8 character.`)
  return bytes.toString('utf8', Math.min(from, bytes.length), end)
}

function substringOfCharacters([value, start, length]: (Value | undefined)[], name: string): Value {
  const from = whole(start, name, 34450)
  const count = whole(length, name, 34452)
  if (from < 0 || count < 0) fail(34455, `${name}: the starting index and the length must be nonnegative`)
  return codePoints(coerced(value, name))
    .slice(from, from + count)
    .join('')
}

const indexOf = (find: (text: string, wanted: string, from: number, to: number) => number): Operator =>
  operator(2, 4, ([value, wanted, start, end], name) => {
    if (isNullish(value)) return null
    const from = start === undefined ? 0 : whole(start, name, 40096)
    const to = end === undefined ? Infinity : whole(end, name, 40096)
    if (from < 0 || to < 0) fail(40097, `${name} requires a nonnegative starting and ending index`)
    return new Int32(find(text(value, name, 40093), text(wanted, name, 40094), from, to))
  })

function indexOfBytes(value: string, wanted: string, from: number, to: number): number {
  const bytes = Buffer.from(value).subarray(0, Math.min(to, 0x7fffffff))
  return from > bytes.length ? -1 : bytes.indexOf(wanted, from)
}

function indexOfCharacters(value: string, wanted: string, from: number, to: number): number {
  const characters = codePoints(value).slice(0, Math.min(to, 0x7fffffff))
  if (from > characters.length) return -1
  const found = characters.slice(from).join('').indexOf(wanted)
  return found < 0 ? -1 : from + codePoints(characters.slice(from).join('').slice(0, found)).length
}

/** The characters that $trim removes by default. */
const WHITESPACE =
  '\0\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'

const trim = (left: boolean, right: boolean): Operator =>
  named(['input'], ['chars'], ({ input, chars }, name, given) => {
    if (isNullish(input) || (given.has('chars') && isNullish(chars))) return null
    const characters = codePoints(text(input, name, 50699))
    const cut = new Set(given.has('chars') ? text(chars, name, 50700) : WHITESPACE)
    let [from, to] = [0, characters.length]
    while (left && from < to && cut.has(characters[from]!)) from += 1
    while (right && to > from && cut.has(characters[to - 1]!)) to -= 1
    return characters.slice(from, to).join('')
  })

const replace = (all: boolean): Operator =>
  named(['input', 'find', 'replacement'], [], ({ input, find, replacement }, name) => {
    if (isNullish(input) || isNullish(find) || isNullish(replacement)) return null
    const [value, wanted, by] = [
      text(input, name, 51746),
      text(find, name, 51745),
      text(replacement, name, 51744),
    ]
    return all ? value.replaceAll(wanted, () => by) : value.replace(wanted, () => by)
  })

/**
 * Creates an operator that searches with a regular expression; it returns `none` if the input or the pattern is null.
 */
const regex = (none: Value, apply: (matches: RegExpExecArray[], input: string) => Value): Operator =>
  named(['input', 'regex'], ['options'], ({ input, regex: pattern, options }, name) => {
    if (isNullish(input) || isNullish(pattern)) return none
    const flags = isNullish(options) ? '' : text(options, name, 51106)
    if (pattern instanceof BSONRegExp && pattern.options && flags)
      fail(51107, `${name}: found regex options specified in both 'regex' and 'options' fields`)
    const source = pattern instanceof BSONRegExp ? pattern.pattern : text(pattern, name, 51105)
    const expression = compileRegExp(source, flags || (pattern instanceof BSONRegExp ? pattern.options : ''))
    const value = text(input, name, 51104)
    return apply([...value.matchAll(limitRegExp(expression.source, `${expression.flags}g`))], value)
  })

const found = (match: RegExpExecArray, input: string): Value =>
  new Map<string, Value>([
    ['match', match[0]],
    ['idx', new Int32(codePoints(input.slice(0, match.index)).length)],
    ['captures', match.slice(1).map((each: string | undefined) => each ?? null)],
  ])

export const stringOperators: Operators = {
  $concat: operator(0, Infinity, (values, name) =>
    values.some(isNullish) ? null : values.map((value) => text(value, name, 16702)).join(''),
  ),
  $toLower: operator(1, 1, ([value], name) => lower(coerced(value, name))),
  $toUpper: operator(1, 1, ([value], name) => upper(coerced(value, name))),
  $substr: operator(3, 3, substringOfBytes),
  $substrBytes: operator(3, 3, substringOfBytes),
  $substrCP: operator(3, 3, substringOfCharacters),
  $strLenBytes: operator(1, 1, ([value], name) => new Int32(Buffer.byteLength(text(value, name, 34473)))),
  $strLenCP: operator(1, 1, ([value], name) => new Int32(codePoints(text(value, name, 34471)).length)),
  $strcasecmp: operator(2, 2, ([a, b], name) => {
    const order = Buffer.compare(Buffer.from(upper(coerced(a, name))), Buffer.from(upper(coerced(b, name))))
    return new Int32(order)
  }),
  $indexOfBytes: indexOf(indexOfBytes),
  $indexOfCP: indexOf(indexOfCharacters),
  $split: operator(2, 2, ([value, separator], name) => {
    if (isNullish(value) || isNullish(separator)) return null
    const [input, by] = [text(value, name, 40085), text(separator, name, 40086)]
    if (by === '') fail(40087, `${name} requires a non-empty separator`)
    return input.split(by)
  }),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
  $regexMatch: regex(false, (matches) => matches.length > 0),
  $regexFind: regex(null, ([first], input) => (first ? found(first, input) : null)),
  $regexFindAll: regex([], (matches, input) => matches.map((match) => found(match, input))),
}
