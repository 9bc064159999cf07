import { describe, expect, it } from 'vitest'
import { areaTextProblems, consoleTextProblems, unloadedTexts, unusedTexts } from './console-texts.ts'
import { root } from '../root.ts'

const arabicForms = (text: string) =>
  Object.fromEntries(['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [`days_${form}`, text]))

describe('areaTextProblems', () => {
  it('accepts complete texts, whose plural forms may omit the number', () => {
    const english = { hello: 'Hello {name}', days_one: 'a day', days_other: '{count} days' }
    const arabic = { hello: 'مرحبا {name}', ...arabicForms('{count} يوم'), days_one: 'يوم' }
    expect(areaTextProblems(english, arabic)).toEqual([])
  })

  it('reports missing, empty and unknown texts, other placeholders and missing plural forms', () => {
    const english = { a: 'A', b: 'B', c: '{name}', days_one: 'a day', days_other: '{count} days' }
    const arabic = { b: ' ', c: 'س', d: 'د', days_one: 'يوم', days_other: '{count} يوم' }
    expect(areaTextProblems(english, arabic)).toEqual([
      'Arabic: a is missing',
      'Arabic: b is empty',
      'Arabic: c must have the placeholders {name}',
      'Arabic: d is unknown',
      'Arabic: days_zero is missing',
      'Arabic: days_two is missing',
      'Arabic: days_few is missing',
      'Arabic: days_many is missing',
    ])
    expect(areaTextProblems({ x_one: 'one', x_two: 'two', x_other: 'x' }, {})).toContain(
      'English: x_two is not a plural form of this language',
    )
  })
})

describe('unusedTexts', () => {
  it('finds keys that no source uses', () => {
    const sources = ["text('a.title', { count })", 'text(`status.${status}`)']
    expect(unusedTexts(['a.title_one', 'a.title_other', 'status.open', 'a.gone'], sources)).toEqual([
      'a.gone',
    ])
  })
})

describe('unloadedTexts', () => {
  it('finds texts that pages before the login use but do not load', () => {
    const texts = {
      'i18n/en.json': ['action.save'],
      'ui/api-messages.en.json': ['field.days_one', 'field.days_other'],
      'areas/sign-in/sign-in.en.json': ['signup.title'],
      'app/shell.en.json': ['filter.from'],
      'ui/dates.en.json': ['date.today'],
    }
    const sources = {
      'ui/button.tsx': "text('action.save') text('field.days', { count }) text('date.today')",
      'ui/calendar.tsx': "text('action.save') text('date.today')",
      'ui/day-filter.tsx': "text('filter.from')",
      'areas/sign-in/signup.page.tsx': "text('signup.title') === 'filter'",
      'areas/clients/clients.page.tsx': "text('filter.from')",
    }
    expect(unloadedTexts(texts, sources)).toEqual([
      'ui/button.tsx: date.today is not loaded here; move it to i18n/en.json or ui/api-messages.en.json',
      'ui/day-filter.tsx: filter.from is not loaded here; move it to i18n/en.json or ui/api-messages.en.json',
    ])
  })
})

describe('consoleTextProblems', () => {
  it('finds the texts of the repository', () => {
    expect(consoleTextProblems(root)).toEqual([])
  })
})
