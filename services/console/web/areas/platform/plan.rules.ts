import type { AdminBillingRoutes, Plan } from '@workspace-platform/client/admin-billing'
import { toNumber } from '../../i18n/number.rules.ts'
import { periods, toOptionalNumber } from './workspace.rules.ts'

/** A plan as the form edits it, with strings only. Lists are strings with one line per item. */
export type PlanFields = {
  name: string
  slug: string
  description: string
  arabicName: string
  arabicDescription: string
  isActive: string
  sortOrder: string
  trialPeriodDays: string
  maxStaff: string
  storageMb: string
  monthly: string
  quarterly: string
  semiannual: string
  annual: string
  features: string
}

type Body = AdminBillingRoutes['createPlan']['body']

const currency = 'USD'

/** Limits as flags of the plan; -1 means the same as no flag: no limit. */
const limits = { maxStaff: 'max-staff', storageMb: 'storage-mb' } as const

const limitOf = (plan: Plan, key: string): string => {
  const value = plan.flags.find((flag) => flag.key === key)?.value ?? ''
  return value === '-1' ? '' : value
}

const priceOf = (plan: Plan, period: (typeof periods)[number]): string => {
  const price = plan.pricePeriods.find((each) => each.period === period && each.currencyCode === currency)
  return price ? String(price.amountCents / 100) : ''
}

const translationOf = <Item extends { locale: string }>(items: readonly Item[], locale: string) =>
  items.find((item) => item.locale === locale)

/** Returns the form values for a plan, or for a new one. */
export const toPlanFields = (plan: Plan | null): PlanFields => {
  const arabic = plan && translationOf(plan.translations, 'ar')
  return {
    name: plan?.name ?? '',
    slug: plan?.slug ?? '',
    description: plan?.description ?? '',
    arabicName: arabic?.name ?? '',
    arabicDescription: arabic?.description ?? '',
    isActive: plan && !plan.isActive ? '' : 'yes',
    sortOrder: String(plan?.sortOrder ?? 0),
    trialPeriodDays: String(plan?.trialPeriodDays ?? ''),
    maxStaff: plan ? limitOf(plan, limits.maxStaff) : '',
    storageMb: plan ? limitOf(plan, limits.storageMb) : '',
    monthly: plan ? priceOf(plan, 'monthly') : '',
    quarterly: plan ? priceOf(plan, 'quarterly') : '',
    semiannual: plan ? priceOf(plan, 'semiannual') : '',
    annual: plan ? priceOf(plan, 'annual') : '',
    features: (plan?.features ?? []).map(toFeatureLine).join('\n'),
  }
}

/** A feature as a line: `web-shop | Web shop | المتجر`. */
const toFeatureLine = ({ key, translations }: Plan['features'][number]): string =>
  [key, translationOf(translations, 'en')?.label ?? '', translationOf(translations, 'ar')?.label ?? '']
    .join(' | ')
    .replace(/[ |]+$/, '')

const toFeatures = (text: string, before: Plan['features']): NonNullable<Body['features']> =>
  text
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .filter(([key]) => key)
    .map(([key = '', english = '', arabic = '']) => {
      const known = before.find((feature) => feature.key === key)?.translations ?? []
      const labels = { en: english, ar: arabic }
      return {
        key,
        translations: [
          ...(['en', 'ar'] as const)
            .filter((locale) => labels[locale])
            .map((locale) => ({
              locale,
              label: labels[locale],
              description: translationOf(known, locale)?.description ?? null,
            })),
          ...known.filter(({ locale }) => locale !== 'en' && locale !== 'ar'),
        ],
      }
    })

const toFlags = (fields: PlanFields, before: Plan['flags']): Plan['flags'] => [
  ...before.filter(({ key }) => key !== limits.maxStaff && key !== limits.storageMb),
  ...(['maxStaff', 'storageMb'] as const)
    .filter((name) => fields[name].trim())
    .map((name) => ({ key: limits[name], value: String(toNumber(fields[name])) })),
]

const toTranslations = (fields: PlanFields, before: Plan['translations']): Plan['translations'] => {
  const images = (locale: string) => {
    const { logoImage = null, bannerImage = null } = translationOf(before, locale) ?? {}
    return { logoImage, bannerImage }
  }
  return [
    {
      locale: 'en',
      name: fields.name.trim(),
      description: fields.description.trim() || null,
      ...images('en'),
    },
    ...(fields.arabicName.trim()
      ? [
          {
            locale: 'ar',
            name: fields.arabicName.trim(),
            description: fields.arabicDescription.trim() || null,
            ...images('ar'),
          },
        ]
      : []),
    ...before.filter(({ locale }) => locale !== 'en' && locale !== 'ar'),
  ]
}

/** Returns the body for the API. Plan fields that the form does not show are kept. */
export const toPlanBody = (fields: PlanFields, plan: Plan | null): Body => ({
  name: fields.name.trim(),
  slug: fields.slug.trim(),
  description: fields.description.trim() || null,
  isActive: fields.isActive === 'yes',
  sortOrder: toOptionalNumber(fields.sortOrder) ?? 0,
  trialPeriodDays: toOptionalNumber(fields.trialPeriodDays),
  pricePeriods: [
    ...(plan?.pricePeriods ?? []).filter(({ currencyCode }) => currencyCode !== currency),
    ...periods
      .filter((period) => fields[period].trim())
      .map((period) => ({
        period,
        amountCents: Math.round(toNumber(fields[period]) * 100),
        currencyCode: currency,
      })),
  ],
  features: toFeatures(fields.features, plan?.features ?? []),
  flags: toFlags(fields, plan?.flags ?? []),
  translations: toTranslations(fields, plan?.translations ?? []),
})
