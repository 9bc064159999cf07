import { expect, test } from 'vitest'
import { createRetryBudget } from './retry-budget.ts'

test('a fifth of the calls may be tried again, from the first call on', () => {
  const budget = createRetryBudget(0.2)
  let again = 0
  for (let call = 0; call < 1000; call += 1) {
    budget.earn()
    if (budget.spend()) again += 1
  }
  expect(again).toBe(200)
})

test('quiet times save up ten attempts and no more', () => {
  const budget = createRetryBudget(0.2)
  for (let call = 0; call < 10_000; call += 1) budget.earn()
  let again = 0
  while (budget.spend()) again += 1
  expect(again).toBe(10)
})
