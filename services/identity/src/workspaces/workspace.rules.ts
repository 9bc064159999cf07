import type { WorkspaceChanges } from './workspace.contract.ts'
import { mergeTaxRates } from './tax-rate.rules.ts'
import type { StoredWorkspace } from './workspace.types.ts'

/**
 * Sets each setting and business detail individually, so that the others stay unchanged. A new phone number is
 * unverified.
 */
export const toFieldChanges = (
  { settings = {}, business = {}, taxRates, ...fields }: WorkspaceChanges,
  before: Pick<StoredWorkspace, 'phone' | 'taxRates'>,
): Record<string, unknown> => {
  const isNewPhone = fields.phone !== undefined && fields.phone !== before.phone
  return {
    ...fields,
    ...withPrefix('settings', settings),
    ...withPrefix('business', business),
    ...(taxRates && { taxRates: mergeTaxRates(before.taxRates ?? [], taxRates) }),
    ...(isNewPhone && { phoneVerified: false }),
  }
}

const withPrefix = (prefix: string, values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]))
