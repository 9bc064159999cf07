import { describe, expect, it } from 'vitest'
import {
  answerPaths,
  answerProblems,
  chosenOptions,
  toAnswers,
  toAnswerTexts,
} from './custom-fields.rules.ts'
import type { CustomField } from './custom-fields.rules.ts'

const field = (key: string, type: CustomField['type'], isRequired = false): CustomField => ({
  id: key,
  key,
  label: key,
  description: null,
  type,
  isRequired,
  options: type.endsWith('select') ? ['a', 'b'] : null,
})
const fields = [
  field('notes', 'text', true),
  field('weight', 'number'),
  field('consent', 'checkbox', true),
  field('areas', 'multiselect'),
]
const messages = { required: 'is required', number: 'must be a number' }

describe('answers to custom fields', () => {
  it('converts answers to the form and back', () => {
    const answers = [
      { fieldKey: 'notes', value: 'Ammonia' },
      { fieldKey: 'weight', value: 61.5 },
      { fieldKey: 'consent', value: true },
      { fieldKey: 'areas', value: ['a', 'b'] },
    ]
    const texts = toAnswerTexts(fields, answers)
    expect(chosenOptions(texts['answer.areas']!)).toEqual(['a', 'b'])
    expect(toAnswers(fields, texts)).toEqual(answers)
  })

  it('removes answers of cleared fields and reads Arabic digits', () => {
    const texts = { 'answer.notes': ' ', 'answer.weight': '٦١٫٥', 'answer.consent': '', 'answer.areas': '' }
    expect(toAnswers(fields, texts).map(({ value }) => value)).toEqual([null, 61.5, false, null])
  })

  it("finds an error's field by its index", () => {
    expect(answerPaths(fields)).toMatchObject({
      'fieldValues.0': 'answer.notes',
      'fieldValues.3': 'answer.areas',
    })
  })

  it('checks answers before they are sent', () => {
    expect(answerProblems(fields, { 'answer.weight': 'ten' }, messages)).toEqual({
      'answer.notes': 'is required',
      'answer.weight': 'must be a number',
    })
    expect(answerProblems(fields, { 'answer.notes': 'x', 'answer.weight': '1' }, messages)).toEqual({})
  })
})
