import { customerLanguages, fromList, orNull, toList } from '../../app/form-values.rules.ts'
import type { Workspace } from '@workspace-platform/client/identity'

/** Business details as the form edits them, with strings only. */
export type BusinessFields = {
  name: string
  slogan: string
  category: string
  displayName: string
  legalName: string
  taxNumber: string
  email: string
  phone: string
  line1: string
  line2: string
  city: string
  region: string
  postalCode: string
  countryCode: string
  brandColor: string
  languages: string
  defaultLanguage: string
}

export const toBusinessFields = (workspace: Workspace): BusinessFields => {
  const { business } = workspace
  const { address } = business
  return {
    name: workspace.name ?? '',
    slogan: workspace.slogan ?? '',
    category: workspace.businessCategorySlug,
    displayName: business.displayName ?? '',
    legalName: business.legalName ?? '',
    taxNumber: business.taxNumber ?? '',
    email: business.email ?? '',
    phone: business.phone ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    region: address?.region ?? '',
    postalCode: address?.postalCode ?? '',
    countryCode: address?.countryCode ?? '',
    brandColor: business.brandColor ?? '',
    languages: fromList(customerLanguages.filter((language) => workspace.languages.includes(language))),
    defaultLanguage: workspace.languages[0] ?? 'en',
  }
}

/** Returns the chosen languages with the default first. */
const inOrder = (languages: string[], first: string): string[] =>
  languages.includes(first) ? [first, ...languages.filter((language) => language !== first)] : languages

export const toBusinessBody = (fields: BusinessFields) => {
  const address = {
    line1: orNull(fields.line1),
    line2: orNull(fields.line2),
    city: orNull(fields.city),
    region: orNull(fields.region),
    postalCode: orNull(fields.postalCode),
    countryCode: orNull(fields.countryCode),
  }
  return {
    name: orNull(fields.name),
    slogan: orNull(fields.slogan),
    businessCategorySlug: fields.category,
    business: {
      displayName: orNull(fields.displayName),
      legalName: orNull(fields.legalName),
      taxNumber: orNull(fields.taxNumber),
      email: orNull(fields.email),
      phone: orNull(fields.phone),
      brandColor: orNull(fields.brandColor),
      address: Object.values(address).some((line) => line !== null) ? address : null,
    },
    languages: inOrder(toList(fields.languages), fields.defaultLanguage),
  }
}

/** The API's names for the fields. */
export const businessPaths = {
  businessCategorySlug: 'category',
  'business.displayName': 'displayName',
  'business.legalName': 'legalName',
  'business.taxNumber': 'taxNumber',
  'business.email': 'email',
  'business.phone': 'phone',
  'business.brandColor': 'brandColor',
  'business.address.line1': 'line1',
  'business.address.line2': 'line2',
  'business.address.city': 'city',
  'business.address.region': 'region',
  'business.address.postalCode': 'postalCode',
  'business.address.countryCode': 'countryCode',
} as const
