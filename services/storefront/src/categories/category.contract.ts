import { defineRoute, open, resource, workspace } from '@wp/http'
import { IdString, nonBlank } from '@wp/kernel'
import { z } from 'zod'
import { Slug } from '../shop-settings/shop-settings.contract.ts'

/** The maximum number of categories per store. */
export const maxCategories = 100

export const Category = resource('StoreCategory', {
  workspaceId: IdString,
  name: z.string(),
  slug: z.string(),
  sortOrder: z.number(),
})
export type Category = z.output<typeof Category>

const fields = {
  name: nonBlank(100),
  slug: Slug.describe('Derived from the name when omitted'),
  sortOrder: z.int().min(-1_000_000).max(1_000_000),
}

export const NewCategory = z.object({
  name: fields.name,
  slug: fields.slug.optional(),
  sortOrder: fields.sortOrder.default(0),
})
export type NewCategory = z.output<typeof NewCategory>

export const CategoryChanges = z.object(fields).partial()
export type CategoryChanges = z.output<typeof CategoryChanges>

const OneCategory = z.object({ category: Category })
const Categories = z.object({ categories: z.array(Category) })
const path = '/workspace/:workspaceId/storefront/categories'
const one = `${path}/:categoryId` as const
const tag = 'Storefront products'

export const listCategories = defineRoute({
  id: 'listCategories',
  method: 'GET',
  path,
  summary: 'List categories',
  description: 'Sorted by sortOrder, then by creation time.',
  tag,
  access: workspace('store.view'),
  replies: { 200: Categories },
  fails: [400, 401, 403, 404],
})

export const createCategory = defineRoute({
  id: 'createCategory',
  method: 'POST',
  path,
  summary: 'Create a category',
  description: `A store can have ${maxCategories} categories. Products name theirs in \`categoryIds\`.`,
  tag,
  access: workspace('store.manage'),
  body: NewCategory,
  replies: { 201: OneCategory },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getCategory = defineRoute({
  id: 'getCategory',
  method: 'GET',
  path: one,
  summary: 'Get a category',
  tag,
  access: workspace('store.view'),
  replies: { 200: OneCategory },
  fails: [400, 401, 403, 404],
})

export const updateCategory = defineRoute({
  id: 'updateCategory',
  method: 'PATCH',
  path: one,
  summary: 'Update a category',
  tag,
  access: workspace('store.manage'),
  body: CategoryChanges,
  replies: { 200: OneCategory },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deleteCategory = defineRoute({
  id: 'deleteCategory',
  method: 'DELETE',
  path: one,
  summary: 'Delete a category',
  description: 'Returns 409 while a product lists the category.',
  tag,
  access: workspace('store.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404, 409],
})

export const listPublicCategories = defineRoute({
  id: 'listPublicCategories',
  method: 'GET',
  path: '/public/storefront/stores/:slug/categories',
  summary: 'List public categories',
  description: 'Returns all categories of a published store, sorted by sortOrder, then by creation time.',
  tag: 'Public storefront',
  access: open(),
  host: 'custom-domain',
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: Categories },
  fails: [404],
})
