import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Design } from './design-result.contract.ts'
import { checkDesign, evaluateDesign } from './design-result.rules.ts'
import { calculate, parseExpression } from './expression.rules.ts'

const design = (
  rules: Partial<Design> = {},
  labels = ['A', 'B', 'C', 'Total cholesterol', 'HDL-C'],
): Design => ({
  sections: [
    { title: 'Lipids', rows: labels.map((label) => ({ label, kind: 'numeric' })) },
    {
      title: 'Remarks',
      rows: [
        { label: 'Colour', kind: 'choice', options: ['red', 'blue'] },
        { label: 'Remark', kind: 'text' },
      ],
    },
  ],
  commentRules: [],
  calculationsRules: [],
  ...rules,
})
const rule = (target: string, expression: string) => ({ target, expression })
const valueOf = (expression: string, values: Record<string, number> = {}) =>
  calculate(parseExpression(expression, Object.keys(values)), (label) => values[label]!)

describe('an expression', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['24 / 4 / 2', 3],
    ['-2 * -3', 6],
    ['--2', 2],
    ['2 × 3 ÷ 4 − 1', 0.5],
    ['1.5+0.5', 2],
    ['7', 7],
    ['1 / 0', 'DIVISION_BY_ZERO'],
    ['1 / (2 - 2) + 1', 'DIVISION_BY_ZERO'],
    ['-0', 0],
  ])('%s is %s', (expression, expected) => {
    expect(valueOf(expression)).toBe(expected)
  })

  test('matches the longest label, with spaces and signs in it', () => {
    const values = { Total: 1, 'Total cholesterol': 200, 'HDL-C': 50, C: 3, HDL: 7 }
    expect(valueOf('Total cholesterol − HDL-C', values)).toBe(150)
    expect(valueOf('Total cholesterol - HDL - C', values)).toBe(190)
    expect(valueOf('(Total+C)/2', values)).toBe(2)
  })

  test.each([
    ['', 'ends too early'],
    ['1 +', 'ends too early'],
    ['(1', 'closing parenthesis'],
    ['1)', 'goes on'],
    ['1 2', 'goes on'],
    ['A A', 'goes on'],
    ['Ab', 'neither a row nor a number'],
    ['process.exit()', 'neither a row nor a number'],
    ['A ** B', 'neither a row nor a number'],
    ['A; B', 'goes on'],
    ['1e3', 'goes on'],
    ['`1`', 'neither a row nor a number'],
    ['('.repeat(60), 'nested too deeply'],
    ['-'.repeat(60), 'nested too deeply'],
  ])('%j is refused', (expression, message) => {
    expect(() => parseExpression(expression, ['A', 'B'])).toThrow(message)
  })

  test('a sum of a thousand characters is no trouble', () => {
    expect(valueOf(Array.from({ length: 500 }, () => '1').join('+'))).toBe(500)
  })

  test('is calculated as it is bracketed', () => {
    const { sum } = fc.letrec<{ sum: { text: string; value: number } }>((tie) => ({
      sum: fc.oneof(
        { depthSize: 'small' },
        fc.integer({ min: 0, max: 99 }).map((value) => ({ text: `${value}`, value })),
        fc.tuple(tie('sum'), fc.constantFrom('+', '-', '×'), tie('sum')).map(([one, operator, other]) => ({
          text: `(${one.text} ${operator} ${other.text})`,
          value:
            operator === '+'
              ? one.value + other.value
              : operator === '-'
                ? one.value - other.value
                : one.value * other.value,
        })),
      ),
    }))
    fc.assert(
      fc.property(sum, ({ text, value }) => {
        expect(valueOf(text)).toBe(value || 0)
      }),
    )
  })
})

describe('a design is refused', () => {
  const comment = { when: { row: 'A', condition: '>' as const, value: 1 }, comment: 'x' }
  const numeric = (label: string) => ({ label, kind: 'numeric' as const })
  test.each([
    [
      'for a cycle of two',
      { calculationsRules: [rule('A', 'B + 1'), rule('B', 'A')] },
      /0\.expression depends on itself: A → B → A$/,
    ],
    ['for a row that depends on itself', { calculationsRules: [rule('A', 'A')] }, /depends on itself/],
    [
      'for a long way round',
      { calculationsRules: [rule('A', 'B'), rule('B', 'C'), rule('C', '2*(1+A)')] },
      /depends on itself/,
    ],
    ['for an unknown target', { calculationsRules: [rule('X', '1')] }, /0\.target must be/],
    ['for a target that is text', { calculationsRules: [rule('Remark', '1')] }, /0\.target must be/],
    [
      'for two rules of one row',
      { calculationsRules: [rule('A', '1'), rule('A', '2')] },
      /1\.target is calculated/,
    ],
    ['for a row that is not there', { calculationsRules: [rule('A', 'X')] }, /0\.expression holds what/],
    ['for text in an expression', { calculationsRules: [rule('A', 'Remark')] }, /0\.expression holds what/],
    [
      'for a comment on a row that is not there',
      { commentRules: [{ ...comment, when: { ...comment.when, row: 'X' } }] },
      /when\.row must be/,
    ],
    [
      'for two rows of one label',
      { sections: [{ title: 'a', rows: [numeric('A'), numeric('A')] }] },
      /rows\.1\.label names another/,
    ],
    [
      'for a label without a letter',
      { sections: [{ title: 'a', rows: [numeric('12')] }] },
      /must hold a letter/,
    ],
    [
      'for a choice of nothing',
      { sections: [{ title: 'a', rows: [{ label: 'A', kind: 'choice' }] }] },
      /options are needed/,
    ],
  ] as [string, Partial<Design>, RegExp][])('%s', (_, rules, message) => {
    expect(() => checkDesign(design(rules))).toThrow(message)
  })

  test('not for rows that share what they need', () => {
    const rules = { calculationsRules: [rule('A', 'C + C'), rule('B', 'A + C')], commentRules: [comment] }
    expect(() => checkDesign(design(rules))).not.toThrow()
  })
})

describe('evaluating', () => {
  const lipids = design({
    calculationsRules: [rule('C', 'B * 2'), rule('B', 'Total cholesterol ÷ HDL-C')],
    commentRules: [
      { when: { row: 'B', condition: '>=', value: 4 }, comment: 'Raised' },
      { when: { row: 'C', condition: '<', value: 1 }, comment: 'Low' },
      { when: { row: 'A', condition: '=', value: 1 }, comment: 'One' },
    ],
  })

  test('calculates rows from rows, in whatever order the rules stand, and finds the comments', () => {
    expect(evaluateDesign(lipids, { 'Total cholesterol': 200, 'HDL-C': 50 })).toEqual({
      values: { B: 4, C: 8, 'Total cholesterol': 200, 'HDL-C': 50 },
      comments: ['Raised'],
      reasons: {},
    })
  })

  test('gives null with the reason where nothing can be calculated', () => {
    expect(evaluateDesign(lipids, { 'Total cholesterol': 200, 'HDL-C': 0, A: 1 })).toEqual({
      values: { A: 1, B: null, C: null, 'Total cholesterol': 200, 'HDL-C': 0 },
      comments: ['One'],
      reasons: { B: 'DIVISION_BY_ZERO', C: 'DIVISION_BY_ZERO' },
    })
    expect(evaluateDesign(lipids, {}).reasons).toEqual({ B: 'MISSING_VALUE', C: 'MISSING_VALUE' })
    const large = design({ calculationsRules: [rule('B', 'A * A')] })
    expect(evaluateDesign(large, { A: 1e200 })).toMatchObject({
      values: { B: null },
      reasons: { B: 'TOO_LARGE' },
    })
  })

  test('hides what binary fractions add', () => {
    const sum = design({ calculationsRules: [rule('C', 'A + B')] })
    expect(evaluateDesign(sum, { A: 0.1, B: 0.2 }).values['C']).toBe(0.3)
  })

  test.each([
    ['X', /values\.X is no numeric row/],
    ['Remark', /is no numeric row/],
    ['C', /values\.C is calculated/],
  ])('refuses a value of %s', (label, message) => {
    expect(() => evaluateDesign(lipids, { [label]: 1 })).toThrow(message)
  })
})
