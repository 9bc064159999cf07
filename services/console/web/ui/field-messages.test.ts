import { describe, expect, it } from 'vitest'
import { toFieldMessage } from './field-messages.ts'

const text = (key: string, values: Record<string, string | number> = {}): string =>
  values['limit'] === undefined ? `${key}!` : `${key} ${values['limit']}`

describe('toFieldMessage', () => {
  it.each([
    ['is required', 'form.required!'],
    ['already exists in this workspace', 'field.exists!'],
    ['must have at least 8 characters', 'field.password8!'],
    ['must have at least 12 characters', 'field.atLeastCharacters 12'],
    ['must have at most 254 characters', 'field.atMostCharacters 254'],
    ['must have at most 2 decimal places', 'field.atMostPlaces 2'],
    ['must contain at most 500 items', 'field.atMostItems 500'],
    ['must contain at least one item', 'form.required!'],
    ['must be at least 0', 'field.atLeast 0'],
    ['must be more than 0', 'field.moreThan 0'],
    ['must be at most 99.5', 'field.atMost 99.5'],
    ['must be less than -1', 'field.lessThan -1'],
    ['must be at most 10,000', 'field.atMost 10000'],
    ['cannot overlap session 6a0a0a0a0a0a0a0a0a0a0a01', 'field.overlap!'],
    ['must be a phone number, such as +20 100 123 4567', 'field.phone!'],
  ])('translates %j', (message, shown) => {
    expect(toFieldMessage(message, text)).toBe(shown)
  })

  it('keeps messages without a translation', () => {
    expect(toFieldMessage('must be draft', text)).toBe('must be draft')
    expect(toFieldMessage('must be at most 5 days ago', text)).toBe('must be at most 5 days ago')
    const notLoaded = (key: string): string => key
    expect(toFieldMessage('must be at most 5', notLoaded)).toBe('must be at most 5')
    expect(toFieldMessage('already exists', notLoaded)).toBe('already exists')
  })
})
