import { describe, expect, it } from 'vitest'
import {
  questionsFor,
  checkFilters,
  checkRequired,
  toUniqueKeys,
  toValueKeys,
  mergeFieldValues,
} from './field.rules.ts'
import type { FieldDefinition } from './field.rules.ts'

const field = (more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: 'a'.repeat(24),
  key: 'f',
  label: 'F',
  type: 'text',
  isRequired: false,
  isUnique: false,
  isFilterable: false,
  options: null,
  phase: 'pre',
  category: null,
  ...more,
})

const kept = (type: FieldDefinition['type'], value: unknown) =>
  mergeFieldValues([field({ type, options: ['a', 'b'] })], [], [{ fieldKey: 'f', value }])[0]?.value

describe('mergeFieldValues', () => {
  it.each([
    ['text', ' hello ', 'hello'],
    ['textarea', 'a\nb', 'a\nb'],
    ['number', 0, 0],
    ['number', -1.5, -1.5],
    ['date', '2028-02-29', '2028-02-29'],
    ['select', 'a', 'a'],
    ['multiselect', ['b', 'a', 'b'], ['b', 'a']],
    ['multiselect', [], []],
    ['checkbox', false, false],
    ['url', 'https://a.example/x', 'https://a.example/x'],
    ['email', ' Ali@Example.com ', 'ali@example.com'],
    ['phone', ' +1 (415) 555-0123 ', '+1 (415) 555-0123'],
  ] as const)('accepts a %s field with the value %j', (type, value, wanted) => {
    expect(kept(type, value)).toEqual(wanted)
  })

  it.each([
    ['text', 5],
    ['text', ' '],
    ['text', 'x'.repeat(501)],
    ['textarea', 'x'.repeat(20_001)],
    ['number', '5'],
    ['number', Number.NaN],
    ['date', '2027-02-29'],
    ['date', '2027-03-10T00:00:00Z'],
    ['select', 'c'],
    ['multiselect', 'a'],
    ['multiselect', ['a', 'c']],
    ['checkbox', 'true'],
    ['url', 'javascript:alert(1)'],
    ['email', 'ali'],
    ['phone', 'call me'],
    ['text', { $ne: null }],
  ] as const)('rejects a %s field with the value %j', (type, value) => {
    expect(() => kept(type, value)).toThrow(expect.objectContaining({ status: 422 }))
  })

  it('reports all problems together', () => {
    const given = [
      { fieldKey: 'none', value: 1 },
      { fieldKey: 'f', value: 1 },
      { fieldKey: 'f', value: 'x' },
    ]
    expect(() => mergeFieldValues([field()], [], given)).toThrow(
      expect.objectContaining({
        details: [
          { path: 'fieldValues.0.fieldKey', message: 'does not exist: "none"' },
          { path: 'fieldValues.1.value', message: 'must be a string' },
          { path: 'fieldValues.2.fieldKey', message: 'must not be given twice: "f"' },
        ],
      }),
    )
  })

  it("limits the total size of a record's answers, but lets a record over the limit shrink", () => {
    const fields = ['f', 'g', 'h'].map((key) => field({ key, type: 'textarea' }))
    const answer = (fieldKey: string, length: number) => ({ fieldKey, value: '漢'.repeat(length) })
    const large = ['f', 'g', 'h', 'i', 'j'].map((key) => ({ ...answer(key, 20_000), phase: null }))
    expect(() => mergeFieldValues(fields, large.slice(1), [answer('f', 20_000)])).toThrow(
      expect.objectContaining({
        details: [{ path: 'fieldValues', message: expect.stringContaining('256 KiB') }],
      }),
    )
    expect(mergeFieldValues(fields, large.slice(1), [answer('f', 1000)])).toHaveLength(5)
    expect(mergeFieldValues(fields, large, [answer('f', 19_000)])).toHaveLength(5)
  })

  it('replaces existing values, removes those set to null and keeps the others', () => {
    const fields = [field(), field({ key: 'g' })]
    const first = mergeFieldValues(
      fields,
      [],
      [
        { fieldKey: 'f', value: '1' },
        { fieldKey: 'g', value: '2' },
      ],
    )
    expect(mergeFieldValues(fields, first, [{ fieldKey: 'f', value: '3' }])).toEqual([
      { fieldId: field().id, fieldKey: 'f', value: '3', phase: 'pre' },
      { fieldId: field().id, fieldKey: 'g', value: '2', phase: 'pre' },
    ])
    expect(mergeFieldValues(fields, first, [{ fieldKey: 'f', value: null }])).toEqual([
      { fieldId: field().id, fieldKey: 'g', value: '2', phase: 'pre' },
    ])
  })
})

describe('toUniqueKeys, checkRequired and toValueKeys', () => {
  it('ignores the answer to a removed field when a new field has the same key, unless the answer has no field id', () => {
    const again = field({ id: 'b'.repeat(24), isRequired: true, isUnique: true })
    const old = mergeFieldValues([field()], [], [{ fieldKey: 'f', value: '1' }])
    expect(toUniqueKeys('c'.repeat(24), [again], old)).toEqual(['c'.repeat(24)])
    expect(() => checkRequired([again], old)).toThrow(/must contain .* \(f\)/)
    expect(toValueKeys([again], [{ fieldKey: 'f', value: '1', phase: 'pre' }])).toEqual(['f:1'])
  })
})

describe('checkRequired and questionsFor', () => {
  it('requires answers to the required fields in the question category, or to all required fields without a category', () => {
    const fields = [field({ isRequired: true }), field({ key: 'g', isRequired: true, category: 'skin' })]
    const values = [{ fieldKey: 'g', value: '1', phase: 'pre' as const }]
    expect(() => checkRequired(fields, values)).toThrow(/must contain .* \(f\)/)
    expect(() => checkRequired(questionsFor(fields, 'skin'), values)).not.toThrow()
    expect(questionsFor(fields, null)).toEqual(fields)
  })
})

describe('toValueKeys and toUniqueKeys', () => {
  it('returns keys as prefix:value, one for each selected option and none for a textarea', () => {
    const fields = [
      field({ isUnique: true }), // created by an old version
      field({ key: 'm', type: 'multiselect', valuePrefix: '1.m' }),
      field({ key: 't', type: 'textarea' }),
    ]
    const values = [
      { fieldKey: 'f', value: 'a:b', phase: null },
      { fieldKey: 'm', value: ['x', 'y'], phase: null },
      { fieldKey: 't', value: 'long', phase: null },
      { fieldKey: 'removed', value: '1', phase: null },
    ]
    expect(toValueKeys(fields, values)).toEqual(['f:a:b', '1.m:x', '1.m:y'])
    expect(toUniqueKeys('id', fields, values)).toEqual(['id', 'f:a:b'])
  })
})

describe('checkFilters', () => {
  it('accepts filterable fields as filters and rejects other fields with 400', () => {
    const fields = [
      field({ isFilterable: true }),
      field({ key: 'g' }),
      field({ key: 'h', isFilterable: true, valuePrefix: '1.h' }),
    ]
    expect(checkFilters(fields, ['f:1', 'h:a:b'])).toEqual(['f:1', '1.h:a:b'])
    expect(() => checkFilters(fields, ['g:1'])).toThrow(expect.objectContaining({ status: 400 }))
  })
})
