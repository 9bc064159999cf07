import fc from 'fast-check'
import {
  BSONRegExp,
  BSONSymbol,
  Binary,
  Code,
  Decimal128,
  type Doc,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  type NumberValue,
  ObjectId,
  Timestamp,
  type Value,
} from '../src/bson/values.ts'

/** Whole numbers near the limits of the number types and of exact doubles. */
const edges = [0n, 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 54n, 2n ** 62n, 2n ** 63n - 3n]

const edgeInteger = fc
  .tuple(fc.constantFrom(...edges), fc.integer({ min: -2, max: 2 }), fc.boolean())
  .map(([edge, step, isNegative]) => (isNegative ? -(edge + BigInt(step)) : edge + BigInt(step)))

const decimalText = fc.oneof(
  fc.constantFrom(
    'NaN',
    'Infinity',
    '-Infinity',
    '0',
    '-0',
    '0E-6176',
    '1E-6176',
    '9E6111',
    '-1E6000',
    '0.1',
    '1E-400',
  ),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n }), fc.integer({ min: -40, max: 20 }))
    .map(([coefficient, exponent]) => `${coefficient}E${exponent}`),
  edgeInteger.map((value) => `${value}.5`),
  edgeInteger.map(String),
)

/** Numbers of all four types, many of them equal or adjacent to one of another type. */
export const arbitraryNumber: fc.Arbitrary<NumberValue> = fc.oneof(
  fc.integer().map((value) => new Int32(value)),
  fc.integer({ min: -2, max: 2 }).map((value) => new Int32(value)),
  fc.double().map((value) => new Double(value)),
  fc
    .constantFrom(NaN, 0, -0, 0.1, Infinity, -Infinity, 2 ** 53, 2 ** 63, 5e-324)
    .map((value) => new Double(value)),
  edgeInteger.map((value) => new Double(Number(value))),
  edgeInteger.map((value) => Long.fromBigInt(BigInt.asIntN(64, value))),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  decimalText.map((text) => Decimal128.fromString(text)),
)

/**
 * Any character except lone surrogates. fast-check's own `binary` would build a table of all characters, which takes
 * 150 MB and several seconds.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800))

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 6 }),
  fc.constantFrom('', 'a', 'a\0', 'a\0b', 'ab', '\uffff', '\u{1f600}', 'é'),
)
const name = text.map((value) => value.replaceAll('\0', '0'))
const word = fc.nat({ max: 0xffffffff })

const scalar: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: arbitraryNumber as fc.Arbitrary<Value> },
  { weight: 2, arbitrary: text as fc.Arbitrary<Value> },
  fc.constantFrom<Value>(null, true, false, new MinKey(), new MaxKey()),
  text.map((value) => new BSONSymbol(value)),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 5 }), fc.constantFrom(0, 2, 4, 128))
    .map(([bytes, subtype]) => new Binary(Buffer.from(bytes), subtype)),
  fc.tuple(word, word).map(([t, i]) => new Timestamp({ t, i })),
  fc
    .tuple(name, fc.constantFrom('', 'i', 'im'))
    .map(([pattern, options]) => new BSONRegExp(pattern, options)),
  text.map((code) => new Code(code)),
  text.map((code) => new Code(code, new Map<string, Value>([['x', code]]))),
)

/** Generates any value, with limited nesting. */
export const arbitraryValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((fields) => new Map(fields)),
  ),
})).value

export const arbitraryDoc: fc.Arbitrary<Doc> = fc
  .array(fc.tuple(name, arbitraryValue), { maxLength: 5 })
  .map((fields) => new Map(fields))
