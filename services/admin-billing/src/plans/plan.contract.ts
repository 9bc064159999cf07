import { admin, defineRoute, open, resource } from '@wp/http'
import { CurrencyCode, HttpUrl, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'

export const Period = z.enum(['monthly', 'quarterly', 'semiannual', 'annual'])
export type Period = z.output<typeof Period>

export const PricePeriod = z
  .object({ period: Period, amountCents: z.int().min(0), currencyCode: CurrencyCode })
  .meta({ id: 'PricePeriod' })

export const Locale = z
  .string()
  .regex(/^[a-z]{2}(-[A-Z]{2})?$/, { error: 'must be a language tag, such as en or ar' })
const Image = HttpUrl.nullable().default(null)
const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: 'must contain only lowercase letters, digits and hyphens, such as pro-plus',
})

/** Returns a schema for a list without duplicate keys. */
const distinct = <Item extends z.ZodType>(item: Item, key: (item: z.output<Item>) => string, what: string) =>
  z
    .array(item)
    .max(100)
    .refine((items) => new Set(items.map(key)).size === items.length, {
      error: `cannot contain the same ${what} twice`,
    })

const FeatureTranslation = z.object({
  locale: Locale,
  label: nonBlank(200),
  description: z.string().nullable().default(null),
})
const Feature = z.object({ key: Key, translations: z.array(FeatureTranslation) })
const NewFeature = Feature.extend({
  translations: distinct(
    FeatureTranslation.extend({ description: z.string().max(2000).nullable().default(null) }),
    (text) => text.locale,
    'locale',
  ),
})
const Flag = z.object({ key: Key, value: z.string().max(200) })
const PlanTranslation = z.object({
  locale: Locale,
  name: nonBlank(200),
  description: z.string().max(2000).nullable().default(null),
  logoImage: Image,
  bannerImage: Image,
})

export const Plan = resource('Plan', {
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  sortOrder: z.number(),
  trialPeriodDays: z.int().nullable(),
  pricePeriods: z.array(PricePeriod),
  features: z.array(Feature),
  flags: z.array(Flag),
  translations: z.array(PlanTranslation),
})
export type Plan = z.output<typeof Plan>

const fields = {
  name: nonBlank(200),
  slug: Key.max(60),
  description: z.string().max(2000).nullable(),
  isActive: z.boolean(),
  sortOrder: z.int(),
  trialPeriodDays: z.int().min(1).max(3650).nullable(),
  pricePeriods: distinct(PricePeriod, (price) => price.period, 'period'),
  features: distinct(NewFeature, (feature) => feature.key, 'feature'),
  flags: distinct(Flag, (flag) => flag.key, 'flag'),
  translations: distinct(PlanTranslation, (text) => text.locale, 'locale'),
}

export const NewPlan = z.object({
  ...fields,
  description: fields.description.default(null),
  isActive: fields.isActive.default(true),
  sortOrder: fields.sortOrder.default(0),
  trialPeriodDays: fields.trialPeriodDays.default(null),
  pricePeriods: fields.pricePeriods.default([]),
  features: fields.features.default([]),
  flags: fields.flags.default([]),
  translations: fields.translations.default([]),
})
export type NewPlan = z.output<typeof NewPlan>

export const PlanChanges = z.object(fields).partial()
export type PlanChanges = z.output<typeof PlanChanges>

const OnePlan = z.object({ plan: Plan })
const path = '/admin/plans'
const one = `${path}/:planId` as const
const tag = 'Plans'

export const listPublicPlans = defineRoute({
  id: 'listPublicPlans',
  method: 'GET',
  path: '/public/plans',
  summary: 'List active plans',
  description: 'Sorted by display order. `locale` selects the translation of the name and description.',
  tag,
  access: open(),
  query: z.object({ locale: Locale.optional() }),
  replies: { 200: z.object({ plans: z.array(Plan) }) },
  fails: [400],
  etag: true,
  cache: 'public, max-age=60',
})

export const listPlans = defineRoute({
  id: 'listPlans',
  method: 'GET',
  path,
  summary: 'List plans',
  description: 'Includes inactive plans. Sorted by display order.',
  tag,
  access: admin('plans.manage'),
  query: pageQuery,
  replies: { 200: z.object({ plans: z.array(Plan), pagination: Pagination }) },
  fails: [400, 401, 403],
})

export const createPlan = defineRoute({
  id: 'createPlan',
  method: 'POST',
  path,
  summary: 'Create a plan',
  tag,
  access: admin('plans.manage'),
  body: NewPlan,
  replies: { 201: OnePlan },
  fails: [400, 401, 403, 409, 422],
})

export const getPlan = defineRoute({
  id: 'getPlan',
  method: 'GET',
  path: one,
  summary: 'Get a plan',
  tag,
  access: admin('plans.manage'),
  badId: 404, // the API specification defines no 400 for this route
  replies: { 200: OnePlan },
  fails: [401, 403, 404],
})

export const updatePlan = defineRoute({
  id: 'updatePlan',
  method: 'PATCH',
  path: one,
  summary: 'Update a plan',
  description: 'New limits apply immediately to all workspaces on the plan.',
  tag,
  access: admin('plans.manage'),
  body: PlanChanges,
  replies: { 200: OnePlan },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deletePlan = defineRoute({
  id: 'deletePlan',
  method: 'DELETE',
  path: one,
  summary: 'Delete a plan',
  description: 'A plan that is in use cannot be deleted; make it inactive instead.',
  tag,
  access: admin('plans.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404, 409],
})
