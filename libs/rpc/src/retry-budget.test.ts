import { describe, expect, it } from 'vitest'
import { createRetryBudget } from './retry-budget.ts'

describe('createRetryBudget', () => {
  it('allows retries for a fifth of the calls', () => {
    const budget = createRetryBudget(0.2)
    let retries = 0
    for (let call = 0; call < 1000; call += 1) {
      budget.earn()
      if (budget.spend()) retries += 1
    }
    expect(retries).toBe(200)
  })

  it('saves up at most ten retries', () => {
    const budget = createRetryBudget(0.2)
    for (let call = 0; call < 10_000; call += 1) budget.earn()
    let retries = 0
    while (budget.spend()) retries += 1
    expect(retries).toBe(10)
  })
})
