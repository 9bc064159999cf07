import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Design } from './design-result.contract.ts'
import { checkDesign, compileDesign, evaluateDesign as evaluateCompiled } from './design-result.rules.ts'
import { calculate, parseExpression } from './expression.rules.ts'
import { labelFinder } from './label-finder.rules.ts'

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
const valueOf = (text: string, values: Record<string, number> = {}) => {
  const { expression } = parseExpression(text, labelFinder(Object.keys(values)))
  return calculate(expression, (label) => values[label]!)
}
const evaluateDesign = (stored: Design, values: Record<string, number>) =>
  evaluateCompiled(compileDesign(stored), values)

describe('parseExpression and calculate', () => {
  it.each([
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
  ])('calculates %s as %s', (expression, expected) => {
    expect(valueOf(expression)).toBe(expected)
  })

  it('matches the longest label, even if it contains spaces or operators', () => {
    const values = { Total: 1, 'Total cholesterol': 200, 'HDL-C': 50, C: 3, HDL: 7 }
    expect(valueOf('Total cholesterol − HDL-C', values)).toBe(150)
    expect(valueOf('Total cholesterol - HDL - C', values)).toBe(190)
    expect(valueOf('(Total+C)/2', values)).toBe(2)
  })

  it.each([
    ['', 'must not end'],
    ['1 +', 'must not end'],
    ['(1', 'must have a closing parenthesis'],
    ['1)', 'must end'],
    ['1 2', 'must end'],
    ['A A', 'must end'],
    ['Ab', 'unknown text'],
    ['process.exit()', 'unknown text'],
    ['A ** B', 'unknown text'],
    ['A; B', 'must end'],
    ['1e3', 'must end'],
    ['`1`', 'unknown text'],
    ['('.repeat(60), 'nested this deeply'],
    ['-'.repeat(60), 'nested this deeply'],
  ])('rejects the expression %j', (expression, message) => {
    expect(() => parseExpression(expression, labelFinder(['A', 'B']))).toThrow(message)
  })

  it('calculates a 1,000-character expression', () => {
    expect(valueOf(Array.from({ length: 500 }, () => '1').join('+'))).toBe(500)
  })

  it('respects parentheses in generated expressions', () => {
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

describe('checkDesign', () => {
  const comment = { when: { row: 'A', condition: '>' as const, value: 1 }, comment: 'x' }
  const numeric = (label: string) => ({ label, kind: 'numeric' as const })
  it.each([
    [
      'a cycle of two rows',
      { calculationsRules: [rule('A', 'B + 1'), rule('B', 'A')] },
      /0\.expression cannot depend on itself: A → B → A$/,
    ],
    ['a row that depends on itself', { calculationsRules: [rule('A', 'A')] }, /cannot depend on itself/],
    [
      'a cycle of three rows',
      { calculationsRules: [rule('A', 'B'), rule('B', 'C'), rule('C', '2*(1+A)')] },
      /cannot depend on itself/,
    ],
    ['an unknown target', { calculationsRules: [rule('X', '1')] }, /0\.target must be/],
    ['a text row as target', { calculationsRules: [rule('Remark', '1')] }, /0\.target must be/],
    [
      'two rules for one row',
      { calculationsRules: [rule('A', '1'), rule('A', '2')] },
      /1\.target cannot be calculated by more than one rule/,
    ],
    [
      'an unknown row in an expression',
      { calculationsRules: [rule('A', 'X')] },
      /0\.expression must contain only rows/,
    ],
    [
      'a text row in an expression',
      { calculationsRules: [rule('A', 'Remark')] },
      /0\.expression must contain only rows/,
    ],
    [
      'a comment on an unknown row',
      { commentRules: [{ ...comment, when: { ...comment.when, row: 'X' } }] },
      /when\.row must be/,
    ],
    [
      'two rows with the same label',
      { sections: [{ title: 'a', rows: [numeric('A'), numeric('A')] }] },
      /rows\.1\.label already exists/,
    ],
    [
      'a label without a letter',
      { sections: [{ title: 'a', rows: [numeric('12')] }] },
      /must contain a letter/,
    ],
    [
      'a choice without options',
      { sections: [{ title: 'a', rows: [{ label: 'A', kind: 'choice' }] }] },
      /options is required/,
    ],
    [
      'more than 1,000 rows',
      {
        sections: Array.from({ length: 6 }, (_, section) => ({
          title: 'a',
          rows: Array.from({ length: 167 }, (_each, row) => numeric(`R${section}-${row}`)),
        })),
      },
      /sections must contain at most 1000 rows in total/,
    ],
    [
      'more than 8,000 characters of expressions',
      { calculationsRules: Array.from({ length: 9 }, () => rule('A', `1${'+1'.repeat(490)}`)) },
      /calculationsRules must contain expressions of at most 8000 characters in total/,
    ],
  ] as [string, Partial<Design>, RegExp][])('rejects %s', (_, rules, message) => {
    expect(() => checkDesign(design(rules))).toThrow(message)
  })

  it('accepts rows that depend on the same row', () => {
    const rules = { calculationsRules: [rule('A', 'C + C'), rule('B', 'A + C')], commentRules: [comment] }
    expect(() => checkDesign(design(rules))).not.toThrow()
  })
})

describe('evaluateDesign', () => {
  const lipids = design({
    calculationsRules: [rule('C', 'B * 2'), rule('B', 'Total cholesterol ÷ HDL-C')],
    commentRules: [
      { when: { row: 'B', condition: '>=', value: 4 }, comment: 'Raised' },
      { when: { row: 'C', condition: '<', value: 1 }, comment: 'Low' },
      { when: { row: 'A', condition: '=', value: 1 }, comment: 'One' },
    ],
  })

  it('calculates rows from other rows regardless of the rule order, and returns the comments that apply', () => {
    expect(evaluateDesign(lipids, { 'Total cholesterol': 200, 'HDL-C': 50 })).toEqual({
      values: { B: 4, C: 8, 'Total cholesterol': 200, 'HDL-C': 50 },
      comments: ['Raised'],
      reasons: {},
    })
  })

  it('returns null and the reason when a row cannot be calculated', () => {
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

  it('calculates a long chain of long expressions', () => {
    const labels = Array.from({ length: 200 }, (_, index) => `R${index}`)
    const more = ' + 0'.repeat(245)
    const calculationsRules = labels.slice(1).map((target, index) => rule(target, `R${index}${more} + 1`))
    expect(calculationsRules.at(-1)!.expression.length).toBeGreaterThan(980)
    const { values } = evaluateDesign(design({ calculationsRules }, labels.toReversed()), { R0: 1 })
    expect(values['R199']).toBe(200)
  })

  it('rounds away floating-point errors', () => {
    const sum = design({ calculationsRules: [rule('C', 'A + B')] })
    expect(evaluateDesign(sum, { A: 0.1, B: 0.2 }).values['C']).toBe(0.3)
  })

  it.each([
    ['X', /values\.X must be the label of a numeric row/],
    ['Remark', /must be the label of a numeric row/],
    ['C', /values\.C cannot be set/],
  ])('rejects a value for the row %s, which is unknown, not numeric or calculated', (label, message) => {
    expect(() => evaluateDesign(lipids, { [label]: 1 })).toThrow(message)
  })
})
