import { invalid, newId } from '@wp/kernel'
import type { TaxRate } from '@wp/workspaces'
import { maxTaxRates } from './business.contract.ts'
import type { TaxRateFields } from './business.contract.ts'

/**
 * Returns the rates after a change: the given ones first, then the omitted ones, deactivated. Rates are never
 * removed, because records refer to them.
 */
export const mergeTaxRates = (before: readonly TaxRate[], given: readonly TaxRateFields[]): TaxRate[] => {
  const known = new Set(before.map(({ id }) => id))
  const seen = new Set<string>()
  const changed = given.map(({ id, ...fields }, index) => {
    if (id === undefined) return { id: newId(), ...fields }
    if (!known.has(id)) throw invalid(`taxRates.${index}.id`, 'must be the id of an existing tax rate')
    if (seen.has(id)) throw invalid(`taxRates.${index}.id`, 'must not be used twice')
    seen.add(id)
    return { id, ...fields }
  })
  const omitted = before.filter(({ id }) => !seen.has(id)).map((rate) => ({ ...rate, isActive: false }))
  if (changed.length + omitted.length > maxTaxRates)
    throw invalid('taxRates', `must contain at most ${maxTaxRates} rates, including deactivated ones`)
  return [...changed, ...omitted]
}
