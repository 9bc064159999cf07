import { describe, expect, it } from 'vitest'
import { BSONRegExp } from './values.ts'
import { compileRegExp, literalPrefix } from './regexp.ts'

describe('a compiled regular expression', () => {
  it.each([
    ['(a+)+$', `${'a'.repeat(60)}b`],
    ['(a|a)*$', `${'a'.repeat(60)}b`],
  ])('fails with code 51156 only when it backtracks excessively: /%s/', (pattern, text) => {
    const expression = compileRegExp(pattern, '')
    expect(() => expression.test(text)).toThrow(expect.objectContaining({ code: 51156 }))
    expect(expression.test('a'.repeat(50))).toBe(true)
  })
})

describe('compileRegExp', () => {
  it('rejects an expression that would take too long to compile', () => {
    const pattern = `${'(?:a|b)?'.repeat(20)}${'a'.repeat(20)}`
    expect(() => compileRegExp(pattern, '')).toThrow(expect.objectContaining({ code: 51091 }))
    expect(compileRegExp('(?:a|b)?\\?[?]*?c', '').test('a??c')).toBe(true)
  })

  it.each<[string, string, string, boolean]>([
    ['^a$', '', 'a\n', true],
    ['^a$', '', 'a\nb', false],
    ['^b$', 'm', 'a\nb', true],
    ['^b$', 'm', 'a\rb', false],
    ['a.c', '', 'a\nc', false],
    ['a.c', '', 'a\rc', true],
    ['a.c', 's', 'a\nc', true],
    ['^.$', '', '\u{1f600}', true],
    ['É', 'i', 'é', true],
    ['(?i)abc', '', 'ABC', true],
    ['a(?i:b)', '', 'aB', true],
    ['a b # c', 'x', 'ab', true],
    ['a[ ]b', 'x', 'a b', true],
    ['[[:alpha:]]+\\d', '', 'x5', true],
    ['[[:punct:]]', '', 'a', false],
    ['\\Aabc\\z', '', 'abc\n', false],
    ['\\Aabc\\Z', '', 'abc\n', true],
    ['\\Qa.b\\E', '', 'axb', false],
    ['(?P<x>a)(?P=x)', '', 'aa', true],
    ['a{', '', 'a{', true],
    ['a{,2}', '', 'a{,2}', true],
    ['[]a]', '', ']', true],
    ['[\\w-]', '', '-', true],
    ['[\\w-.]', '', '-', true],
    ['a\\-b\\@c\\_', '', 'a-b@c_', true],
    ['\\x{1F600}', '', '\u{1f600}', true],
    ['\\pL', '', 'é', true],
    ['\\p{Lu}', '', 'é', false],
    ['^\\s$', '', '\u00a0', false],
    ['^[\\S]$', '', ' ', false],
    ['a(?#note)b', '', 'ab', true],
    ['\\/', '', '/', true],
  ])('compiles /%s/%s; testing it against %j returns %s', (pattern, options, text, expected) => {
    expect(compileRegExp(pattern, options).test(text)).toBe(expected)
  })

  it.each(['(?>a)', 'a++', '(?R)', 'a(?i)b', '[[:foo:]]', '\\K', '(?s:.)', '['])(
    'rejects the unsupported or invalid expression /%s/',
    (pattern) => {
      expect(() => compileRegExp(pattern, '')).toThrow(expect.objectContaining({ code: 51091 }))
    },
  )
})

describe('literalPrefix', () => {
  it.each<[string, string, string | undefined]>([
    ['^abc', '', 'abc'],
    ['^abc.*d', '', 'abc'],
    ['^abc?', '', 'ab'],
    ['^a\\.b\\*?', '', 'a.b'],
    ['^ab+', '', 'ab'],
    ['\\Aab', '', 'ab'],
    ['^a|b', '', undefined],
    ['^abc', 'i', undefined],
    ['abc', '', undefined],
    ['^', '', undefined],
    ['^ab\\d', '', 'ab'],
    ['^\u{1f600}?', '', undefined],
  ])('extracts the literal prefix of /%s/%s: %j', (pattern, options, expected) => {
    expect(literalPrefix(new BSONRegExp(pattern, options))).toBe(expected)
  })
})
