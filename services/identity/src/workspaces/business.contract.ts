import { decimal, EmailAddress, IdString, nonBlank } from '@wp/kernel'
import { z } from 'zod'
import { PhoneNumber } from '../accounts/phone-number.contract.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountryCode = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && text !== 'ZZ' && countryNames.of(text) !== undefined

const Line = nonBlank(200).nullable().default(null)

const AddressFields = z.object({
  line1: Line,
  line2: Line,
  city: Line,
  region: Line,
  postalCode: nonBlank(20).nullable().default(null),
  countryCode: z
    .string()
    .refine(isCountryCode, { error: 'must be an ISO 3166-1 country code, such as EG' })
    .nullable()
    .default(null),
})

export const BusinessChanges = z
  .object({
    displayName: nonBlank(200).nullable().describe('Shown to customers instead of the workspace name'),
    legalName: nonBlank(200).nullable(),
    email: EmailAddress.nullable().describe("Shown to customers, unlike the owner's login email"),
    phone: PhoneNumber.nullable(),
    address: AddressFields.nullable(),
    taxNumber: nonBlank(50).nullable(),
    logoImageId: IdString.nullable(),
    brandColor: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a color in the form #rrggbb' })
      .toLowerCase()
      .nullable(),
  })
  .partial()

export const maxActiveTaxRates = 20
export const maxTaxRates = 100

const TaxRateFields = z.object({
  id: IdString.optional().describe('Omit it to add a rate'),
  name: nonBlank(100),
  percentage: decimal(4)
    .min(0, { error: 'must be from 0 to 100' })
    .max(100, { error: 'must be from 0 to 100' }),
  isActive: z.boolean().default(true),
})
export type TaxRateFields = z.output<typeof TaxRateFields>

export const TaxRateChanges = z
  .array(TaxRateFields)
  .max(maxTaxRates, { error: `must contain at most ${maxTaxRates} rates` })
  .refine((rates) => rates.filter(({ isActive }) => isActive).length <= maxActiveTaxRates, {
    error: `must contain at most ${maxActiveTaxRates} active rates`,
  })
