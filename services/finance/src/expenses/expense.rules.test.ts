import { expect, test } from 'vitest'
import { ExpenseFilter } from './expense.contract.ts'
import { toDateRange } from './expense.rules.ts'

test('a range keeps the days of its ends, a moment counting as its UTC day', () => {
  expect(toDateRange({ from: '2027-01-31', to: '2027-02-01T23:59:59.999Z' })).toEqual({
    from: '2027-01-31',
    to: '2027-02-01',
  })
  expect(toDateRange({})).toEqual({ from: null, to: null })
})

test('a range of one day is a range', () => {
  expect(toDateRange({ from: '2027-01-31', to: '2027-01-31' })).toEqual({
    from: '2027-01-31',
    to: '2027-01-31',
  })
})

test('refuses a range that ends before it begins', () => {
  expect(() => ExpenseFilter.parse({ from: '2027-02-01', to: '2027-01-31' })).toThrow(/must not be after/)
})
