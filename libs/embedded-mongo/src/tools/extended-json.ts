import { EJSON } from 'bson'
import { Binary, Code, type Doc, Double, Int32, Long, type Value } from '../bson/values.ts'

/** Returns a document as one line of canonical Extended JSON, with its fields in order. */
export const toExtendedJson = (doc: Doc): string => writeValue(doc)

function writeValue(value: Value): string {
  if (Array.isArray(value)) return `[${value.map((item) => writeValue(item)).join(',')}]`
  if (value instanceof Map) {
    return `{${[...value].map(([name, item]) => `${JSON.stringify(name)}:${writeValue(item)}`).join(',')}}`
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (value instanceof Code && value.scope !== null) {
    return `{"$code":${JSON.stringify(value.code)},"$scope":${writeValue(value.scope as Doc)}}`
  }
  return EJSON.stringify({ v: value }, { relaxed: false }).slice('{"v":'.length, -1)
}

/**
 * Parses the output of `toExtendedJson`. JSON.parse cannot be used, because JavaScript objects move number-like names
 * to the front. Throws a SyntaxError with the position.
 */
export function fromExtendedJson(text: string): Doc {
  const reader = new Reader(text)
  const value = reader.value()
  reader.end()
  if (!(value instanceof Map)) throw new SyntaxError('A line must contain one document')
  return value
}

const TYPES = new Set([
  '$oid',
  '$date',
  '$binary',
  '$uuid',
  '$numberInt',
  '$numberLong',
  '$numberDouble',
  '$numberDecimal',
  '$regularExpression',
  '$timestamp',
  '$minKey',
  '$maxKey',
  '$code',
  '$symbol',
  '$undefined',
])

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  end(): void {
    this.#space()
    if (this.#at < this.#text.length) throw this.#error('the end of the line')
  }

  value(): Value {
    this.#space()
    const first = this.#text[this.#at]
    if (first === '{') return this.#document()
    if (first === '[') return this.#list()
    if (first === '"') return this.#string()
    const word = /[^\s,\]}]+/y
    word.lastIndex = this.#at
    const found = word.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    if (found === 'null') return null
    if (found === 'true' || found === 'false') return found === 'true'
    const number = found === '' ? NaN : Number(found)
    if (Number.isNaN(number)) throw this.#error('a value')
    return /^-?\d+$/.test(found) ? wholeNumber(number, found) : new Double(number)
  }

  #document(): Value {
    const start = this.#at++
    const doc: Doc = new Map()
    this.#space()
    while (this.#text[this.#at] !== '}') {
      if (doc.size > 0) this.#expect(',')
      this.#space()
      const name = this.#string()
      this.#expect(':')
      doc.set(name, this.value())
      this.#space()
    }
    this.#at++
    const name = doc.keys().next().value
    if (name === undefined || !TYPES.has(name)) return doc
    const binary = doc.get('$binary')
    if (binary instanceof Map) {
      // The bson parser rejects UUIDs that are not 16 bytes long, but stored data may contain them.
      const bytes = Buffer.from(binary.get('base64') as string, 'base64')
      return new Binary(bytes, Number.parseInt(binary.get('subType') as string, 16))
    }
    if (name === '$code')
      return new Code(doc.get('$code') as string, (doc.get('$scope') ?? null) as Doc | null)
    const value: unknown = (
      EJSON.parse(`{"v":${this.#text.slice(start, this.#at)}}`, { relaxed: false }) as { v: unknown }
    ).v
    return value as Value
  }

  #list(): Value[] {
    this.#at++
    const list: Value[] = []
    this.#space()
    while (this.#text[this.#at] !== ']') {
      if (list.length > 0) this.#expect(',')
      list.push(this.value())
      this.#space()
    }
    this.#at++
    return list
  }

  #string(): string {
    const text = /"(?:[^"\\]|\\.)*"/y
    text.lastIndex = this.#at
    const found = text.exec(this.#text)?.[0]
    if (found === undefined) throw this.#error('a string')
    this.#at += found.length
    return JSON.parse(found) as string
  }

  #expect(sign: string): void {
    this.#space()
    if (this.#text[this.#at] !== sign) throw this.#error(`'${sign}'`)
    this.#at++
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #error(wanted: string): SyntaxError {
    return new SyntaxError(`Position ${this.#at + 1} of the line: expected ${wanted}`)
  }
}

function wholeNumber(number: number, text: string): Value {
  return number >= -0x80000000 && number <= 0x7fffffff ? new Int32(number) : Long.fromString(text)
}
