import { describe, expect, it } from 'vitest'
import { toMessage } from './message.rules.ts'

const rules = {
  plural: (count: number) => new Intl.PluralRules('ar').select(count),
  number: (value: number) => `#${value}`,
}
const dictionary = {
  hello: 'Hello {name}, you have {count} of {count}',
  limit: 'up to {10} MB, such as {2.50}',
  days_one: 'a day',
  days_two: 'two days',
  days_few: '{count} days',
  days_other: '{count} d',
}

describe('toMessage', () => {
  it('fills in values and formats numbers', () => {
    expect(toMessage(dictionary, 'hello', { name: '{count}', count: 3 }, rules)).toBe(
      'Hello {count}, you have #3 of #3',
    )
  })

  it('formats numbers that are part of the text', () => {
    expect(toMessage(dictionary, 'limit', {}, rules)).toBe('up to #10 MB, such as #2.5')
  })

  it('chooses the plural form of the language, or the general one', () => {
    const days = (count: number) => toMessage(dictionary, 'days', { count }, rules)
    expect([1, 2, 3, 11, 100].map(days)).toEqual(['a day', 'two days', '#3 days', '#11 d', '#100 d'])
  })

  it('returns the key of a missing text and keeps unknown placeholders', () => {
    expect(toMessage(dictionary, 'missing', {}, rules)).toBe('missing')
    expect(toMessage(dictionary, 'hello', { count: 1 }, rules)).toContain('{name}')
  })
})
