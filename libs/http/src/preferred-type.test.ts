import { describe, expect, it } from 'vitest'
import { preferredType } from './preferred-type.ts'

describe('preferredType', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['image/png', 'application/json'],
    ['text/html', 'text/html'],
    ['TEXT/HTML; charset=utf-8', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/*', 'text/html'],
    ['text/html;q=0.5, application/json', 'application/json'],
    ['text/html;q=0, */*', 'application/json'],
    ['text/html;q=x', 'application/json'],
  ])('maps the Accept header %s to %s', (accept, type) => {
    expect(preferredType({ accept }, ['application/json', 'text/html'])).toBe(type)
  })
})
