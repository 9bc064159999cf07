import { describe, expect, it } from 'vitest'
import type { Range } from '../analyses/range.contract.ts'
import { evaluateResult } from '../lab-tests/lab-test-result.rules.ts'
import type { StoredItem } from '../lab-tests/lab-test.types.ts'
import { estimateTokens, interpret, toCost, toFinding, toPrompt } from './interpretation.rules.ts'

const range: Range = {
  id: '0'.repeat(24),
  gender: 'both',
  ageFrom: null,
  ageTo: null,
  ageUnit: 'years',
  lowLimit: 70,
  highLimit: 100,
  criticalLow: null,
  criticalHigh: 400,
  resultNotes: [{ condition: '>', value: 100, note: 'Repeat fasting.' }],
  priority: 0,
}
const subject = { dateOfBirth: '1990-05-20', gender: 'female' as const, testDate: '2027-03-10' }
const finding = (value: number, fields: Partial<Range> | null = {}) => {
  const evaluated = evaluateResult(value, fields ? [{ ...range, ...fields }] : [], subject)
  const item = { testName: 'Glucose', unit: 'mg/dL', resultValueNumeric: value, ...evaluated }
  return toFinding(item as StoredItem)
}

describe('interpret', () => {
  it.each([
    [
      90,
      {},
      'The result of Glucose is 90 mg/dL. The reference range is 70 to 100 mg/dL. The result is within the reference range.',
    ],
    [
      60,
      { highLimit: null },
      'The result of Glucose is 60 mg/dL. The reference range is from 70 mg/dL. The result is below the reference range.',
    ],
    [
      90,
      { lowLimit: null, highLimit: null },
      'The result of Glucose is 90 mg/dL. It is not evaluated: the reference range has no limits.',
    ],
    [90, null, 'The result of Glucose is 90 mg/dL. It is not evaluated: no reference range applies.'],
  ])('explains the result %d with the range settings %j', (value, fields, expected) => {
    expect(interpret(finding(value, fields), 'en')).toBe(expected)
  })

  it('adds a warning and the notes to a critical result', () => {
    expect(interpret(finding(401), 'en')).toMatch(
      /above the reference range\. It is critical: .* Repeat fasting\.$/,
    )
  })

  it('explains a result in Arabic', () => {
    expect(interpret(finding(90), 'ar')).toBe(
      'نتيجة تحليل Glucose هي 90 mg/dL. النطاق المرجعي من 70 إلى 100 mg/dL. النتيجة ضمن النطاق المرجعي.',
    )
  })
})

describe('toFinding', () => {
  it('throws when the item has no result', () => {
    expect(() => toFinding({ resultValueNumeric: null } as StoredItem)).toThrow(
      'resultValueNumeric is required',
    )
  })
})

describe('estimateTokens', () => {
  it('estimates more than one token per four characters', () => {
    const messages = toPrompt(finding(90), 'ar')
    expect(estimateTokens(messages)).toBeGreaterThan(
      messages.reduce((sum, { content }) => sum + content.length / 4, 0),
    )
  })
})

describe('toCost', () => {
  it('adds up the cost of input and output tokens', () => {
    expect(toCost(1000, 200, { inputUsdPerMillion: 0.15, outputUsdPerMillion: 0.6 })).toBe(0.00027)
  })
})
