import { describe, expect, test } from 'vitest'
import {
  questionsFor,
  findDuplicates,
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

describe('a value', () => {
  test.each([
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
  ] as const)('of the type %s may be %j', (type, value, wanted) => {
    expect(kept(type, value)).toEqual(wanted)
  })

  test.each([
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
  ] as const)('of the type %s cannot be %j', (type, value) => {
    expect(() => kept(type, value)).toThrow(expect.objectContaining({ status: 422 }))
  })

  test('names every fault at once', () => {
    const given = [
      { fieldKey: 'none', value: 1 },
      { fieldKey: 'f', value: 1 },
      { fieldKey: 'f', value: 'x' },
    ]
    expect(() => mergeFieldValues([field()], [], given)).toThrow(
      expect.objectContaining({
        details: [
          { path: 'fieldValues.0.fieldKey', message: '"none" is no field here' },
          { path: 'fieldValues.1.value', message: 'must be a string' },
          { path: 'fieldValues.2.fieldKey', message: '"f" is given twice' },
        ],
      }),
    )
  })

  test('replaces the earlier one of its field, null takes it away, the others stay', () => {
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

test('an answer to a removed field is none to the one made again under its key', () => {
  const again = field({ id: 'b'.repeat(24), isRequired: true, isUnique: true })
  const old = mergeFieldValues([field()], [], [{ fieldKey: 'f', value: '1' }])
  expect(toUniqueKeys('c'.repeat(24), [again], old)).toEqual(['c'.repeat(24)])
  expect(() => checkRequired([again], old)).toThrow(/lack "f"/)
  expect(toValueKeys([again], [{ fieldKey: 'f', value: '1', phase: 'pre' }])).toEqual(['f:1'])
})

test('required fields need an answer, and only those that are asked', () => {
  const fields = [field({ isRequired: true }), field({ key: 'g', isRequired: true, category: 'skin' })]
  const values = [{ fieldKey: 'g', value: '1', phase: 'pre' as const }]
  expect(() => checkRequired(fields, values)).toThrow(/lack "f"/)
  expect(() => checkRequired(questionsFor(fields, 'skin'), values)).not.toThrow()
  expect(questionsFor(fields, null)).toEqual(fields)
})

test('values are looked up by key and text, each option of a list by itself, long text never', () => {
  const fields = [
    field({ isUnique: true }),
    field({ key: 'm', type: 'multiselect' }),
    field({ key: 't', type: 'textarea' }),
  ]
  const values = [
    { fieldKey: 'f', value: 'a:b', phase: null },
    { fieldKey: 'm', value: ['x', 'y'], phase: null },
    { fieldKey: 't', value: 'long', phase: null },
    { fieldKey: 'removed', value: '1', phase: null },
  ]
  expect(toValueKeys(fields, values)).toEqual(['f:a:b', 'm:x', 'm:y'])
  expect(toUniqueKeys('id', fields, values)).toEqual(['id', 'f:a:b'])
})

test('values that several records hold are found with their holders', () => {
  const records = [
    { id: '1', valueKeys: ['f:a', 'g:a'] },
    { id: '2', valueKeys: ['f:a'] },
    { id: '3', valueKeys: ['f:b', 'g:a'] },
  ]
  expect(findDuplicates('f', records)).toEqual([{ value: 'a', ids: ['1', '2'] }])
})

test('lists are filtered by filterable fields only', () => {
  const fields = [field({ isFilterable: true }), field({ key: 'g' })]
  expect(checkFilters(fields, ['f:1'])).toEqual(['f:1'])
  expect(() => checkFilters(fields, ['g:1'])).toThrow(expect.objectContaining({ status: 400 }))
})
