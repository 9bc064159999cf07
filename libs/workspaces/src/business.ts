import { fromMinor, IdString, invalid, toMinor } from '@wp/kernel'
import type { Id, TaxLine as MinorTaxLine } from '@wp/kernel'
import { z } from 'zod'

const Address = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    countryCode: z.string().nullable(),
  })
  .meta({ id: 'BusinessAddress' })

/** How a business presents itself to its customers. */
export const Business = z
  .object({
    displayName: z.string().nullable(),
    legalName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: Address.nullable(),
    taxNumber: z.string().nullable(),
    logoImageId: IdString.nullable(),
    brandColor: z.string().nullable(),
  })
  .meta({ id: 'Business' })
export type Business = z.output<typeof Business>

/** A tax rate of a workspace. It is deactivated, never removed, because records refer to it. */
export const TaxRate = z
  .object({ id: IdString, name: z.string(), percentage: z.number(), isActive: z.boolean() })
  .meta({ id: 'TaxRate' })
export type TaxRate = z.output<typeof TaxRate>

/** The default details of a workspace. */
export const noBusiness: Business = {
  displayName: null,
  legalName: null,
  email: null,
  phone: null,
  address: null,
  taxNumber: null,
  logoImageId: null,
  brandColor: null,
}

/** A business as customers see it: its display name, or the workspace's name. Never contains the owner's login. */
export const PublicBusiness = Business.omit({ displayName: true })
  .extend({ name: z.string().nullable() })
  .meta({ id: 'PublicBusiness' })
export type PublicBusiness = z.output<typeof PublicBusiness>

/** Returns what customers see of a workspace's business. */
export const toPublicBusiness = (workspace: { name: string | null; business: Business }): PublicBusiness => {
  const { displayName, ...business } = workspace.business
  return { name: displayName ?? workspace.name, ...business }
}

/** The widths in pixels in which every uploaded image is stored. */
export const imageWidths = [320, 640, 1280] as const
export type ImageWidth = (typeof imageWidths)[number]

/** Returns a value for each width in which images are stored. */
export const byImageWidth = <Value>(toValue: (width: ImageWidth) => Value): Record<`${ImageWidth}`, Value> =>
  Object.fromEntries(imageWidths.map((width) => [width, toValue(width)])) as Record<`${ImageWidth}`, Value>

/** Returns the path of a workspace's uploaded image, at most `width` pixels wide, on every host of the platform. */
export const imageUrl = (imageId: Id, width: ImageWidth): string =>
  `/v1/public/images/${imageId}/${width}.webp`

/** Returns all sizes of an uploaded image for the attribute `srcset`. */
export const imageSources = (imageId: Id): string =>
  imageWidths.map((width) => `${imageUrl(imageId, width)} ${width}w`).join(', ')

/** Returns the lines of an address as printed, without empty ones. The country's name is in the given language. */
export const addressLines = ({ address }: Pick<Business, 'address'>, language: string): string[] => {
  if (!address) return []
  const { line1, line2, city, region, postalCode, countryCode } = address
  const country = countryCode && new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(countryCode)
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [line1, line2, [place, region].filter(Boolean).join(', '), country].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  )
}

/** A tax rate at the time of a sale. */
export type ItemTax = { rateId: Id; name: string; percentage: number }

/**
 * Returns a rate to copy into a sold item; null for a missing or unknown one. Deactivated rates still apply.
 */
export const taxOf = (taxRates: readonly TaxRate[], taxRateId: Id | null | undefined): ItemTax | null => {
  const rate = taxRateId ? taxRates.find(({ id }) => id === taxRateId) : undefined
  return rate ? { rateId: rate.id, name: rate.name, percentage: rate.percentage } : null
}

/** Throws VALIDATION_FAILED unless a given tax rate is an active one of the workspace. */
export const requireActiveTaxRate = (
  taxRates: readonly TaxRate[],
  taxRateId: Id | null | undefined,
  path = 'taxRateId',
): void => {
  if (!taxRateId || taxRates.some(({ id, isActive }) => id === taxRateId && isActive)) return
  throw invalid(path, 'must be an active tax rate of the workspace')
}

/** The part of a total that is taxed at one rate. The line of untaxed items has no name. */
export const TaxLine = z
  .object({
    name: z.string().nullable(),
    percentage: z.number(),
    net: z.number(),
    tax: z.number(),
    gross: z.number(),
  })
  .meta({ id: 'TaxLine' })

/** Converts tax lines to the decimal amounts of replies. */
export const toTaxes = (lines: readonly MinorTaxLine[], currencyCode: string): z.output<typeof TaxLine>[] =>
  lines.map(({ name, percentage, netMinor, taxMinor, grossMinor }) => ({
    name,
    percentage,
    net: fromMinor(netMinor, currencyCode),
    tax: fromMinor(taxMinor, currencyCode),
    gross: fromMinor(grossMinor, currencyCode),
  }))

/** Converts the tax lines of an event to minor units. */
export const fromTaxes = (taxes: readonly z.output<typeof TaxLine>[], currencyCode: string): MinorTaxLine[] =>
  taxes.map(({ name, percentage, net, tax, gross }) => ({
    name,
    percentage,
    netMinor: toMinor(net, currencyCode),
    taxMinor: toMinor(tax, currencyCode),
    grossMinor: toMinor(gross, currencyCode),
  }))
