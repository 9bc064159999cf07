import { admin, defineRoute, open, resource } from '@wp/http'
import { decimal, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'

const Locale = z
  .string()
  .regex(/^[a-z]{2}(-[A-Z]{2})?$/, { error: 'must be a language tag, such as en or ar' })
const Slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'must be lowercase letters and digits, separated by single hyphens, such as beauty-salon',
  })

const Translation = z.object({ locale: Locale, name: nonBlank(200) })

export const BusinessCategory = resource('BusinessCategory', {
  slug: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  sortOrder: z.number(),
  discountPercentage: z.number().nullable(),
  translations: z.array(Translation),
})
export type BusinessCategory = z.output<typeof BusinessCategory>

const fields = {
  name: nonBlank(200),
  isActive: z.boolean(),
  sortOrder: z.int(),
  discountPercentage: decimal(4).min(0).max(100).nullable(),
  translations: z.array(Translation).max(50),
}

export const NewBusinessCategory = z.object({
  slug: Slug,
  name: fields.name,
  isActive: fields.isActive.default(true),
  sortOrder: fields.sortOrder.default(0),
  discountPercentage: fields.discountPercentage.default(null),
  translations: fields.translations.default([]),
})
export type NewBusinessCategory = z.output<typeof NewBusinessCategory>

export const BusinessCategoryChanges = z.object(fields).partial()
export type BusinessCategoryChanges = z.output<typeof BusinessCategoryChanges>

const OneCategory = z.object({ businessCategory: BusinessCategory })
const path = '/admin/business-categories'
const tag = 'Business categories'

export const listPublicBusinessCategories = defineRoute({
  id: 'listPublicBusinessCategories',
  method: 'GET',
  path: '/public/business-categories',
  summary: 'List active business categories',
  description: 'Sorted by display order. `locale` selects the translation of the name.',
  tag,
  access: open(),
  query: z.object({ locale: Locale.optional() }),
  replies: { 200: z.object({ businessCategories: z.array(BusinessCategory) }) },
  fails: [400],
  etag: true,
  cache: 'public, max-age=60',
})

export const listBusinessCategories = defineRoute({
  id: 'listBusinessCategories',
  method: 'GET',
  path,
  summary: 'List business categories',
  description: 'Includes inactive categories. Sorted by display order.',
  tag,
  access: admin('plans.manage'),
  query: pageQuery,
  replies: { 200: z.object({ businessCategories: z.array(BusinessCategory), pagination: Pagination }) },
  fails: [400, 401, 403],
})

export const createBusinessCategory = defineRoute({
  id: 'createBusinessCategory',
  method: 'POST',
  path,
  summary: 'Create a business category',
  tag,
  access: admin('plans.manage'),
  body: NewBusinessCategory,
  replies: { 201: OneCategory },
  fails: [400, 401, 403, 409, 422],
})

export const updateBusinessCategory = defineRoute({
  id: 'updateBusinessCategory',
  method: 'PATCH',
  path: `${path}/:slug`,
  summary: 'Update a business category',
  tag,
  access: admin('plans.manage'),
  body: BusinessCategoryChanges,
  replies: { 200: OneCategory },
  fails: [400, 401, 403, 404, 422],
})
