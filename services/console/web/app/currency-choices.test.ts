import { describe, expect, it } from 'vitest'
import { currencyChoices } from './currency-choices.ts'

describe('currencyChoices', () => {
  it('shows the code and the name', () => {
    expect(currencyChoices('en').find(({ value }) => value === 'EGP')?.label).toBe('EGP • Egyptian Pound')
  })
})
