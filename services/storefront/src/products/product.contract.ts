import { defineRoute, open, resource, workspace } from '@wp/http'
import { ExternalId, HttpUrl, IdString, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'
import { PublicationStatus } from '../pages/page.contract.ts'
import { Slug } from '../shop-settings/shop-settings.contract.ts'

export const Product = resource('Product', {
  workspaceId: IdString,
  storeId: IdString,
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  price: z.number().describe('Includes tax'),
  taxRateId: IdString.nullable(),
  currencyCode: z.string(),
  stock: z.int().nullable().describe('Null when stock is not tracked'),
  images: z.array(z.string()),
  imageIds: z.array(IdString).describe('Uploaded images, shown before `images`'),
  status: PublicationStatus,
  externalId: z.string().nullable().describe('The id of the product in another system'),
})
export type Product = z.output<typeof Product>

const fields = {
  name: nonBlank(200),
  slug: Slug.describe('Derived from the name when omitted'),
  description: z.string().max(20_000).nullable(),
  price: z.number().min(0),
  taxRateId: IdString.nullable().describe('An active tax rate of the workspace'),
  stock: z.int().min(0).max(1_000_000_000).nullable(),
  images: z.array(HttpUrl).max(20),
  imageIds: z.array(IdString).max(20).describe('Uploaded images of the workspace, shown before `images`'),
  status: PublicationStatus,
  externalId: ExternalId,
}

export const NewProduct = z.object({
  ...fields,
  slug: fields.slug.optional(),
  description: fields.description.default(null),
  taxRateId: fields.taxRateId.default(null),
  stock: fields.stock.default(null),
  images: fields.images.default([]),
  imageIds: fields.imageIds.default([]),
  status: fields.status.default('draft'),
  externalId: fields.externalId.default(null),
})
export type NewProduct = z.output<typeof NewProduct>

export const ProductChanges = z.object(fields).partial()
export type ProductChanges = z.output<typeof ProductChanges>

const search = nonBlank(100).optional().describe('Matches the beginning of words in the name')
export const ProductFilter = pageQuery.extend({ search, status: PublicationStatus.optional() })
export type ProductFilter = z.output<typeof ProductFilter>

const OneProduct = z.object({ product: Product })
const Products = z.object({ products: z.array(Product), pagination: Pagination })
const path = '/workspace/:workspaceId/storefront/products'
const one = `${path}/:productId` as const
const tag = 'Storefront products'

export const listProducts = defineRoute({
  id: 'listProducts',
  method: 'GET',
  path,
  summary: 'List products',
  description: 'Sorted by creation time, newest first. Search matches the beginning of words in the name.',
  tag,
  access: workspace('store.view'),
  query: ProductFilter,
  replies: { 200: Products },
  fails: [400, 401, 403, 404],
})

export const createProduct = defineRoute({
  id: 'createProduct',
  method: 'POST',
  path,
  summary: 'Create a product',
  description: "The price is in the shop's currency.",
  tag,
  access: workspace('store.manage'),
  body: NewProduct,
  replies: { 201: OneProduct },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getProduct = defineRoute({
  id: 'getProduct',
  method: 'GET',
  path: one,
  summary: 'Get a product',
  tag,
  access: workspace('store.view'),
  replies: { 200: OneProduct },
  fails: [400, 401, 403, 404],
})

export const updateProduct = defineRoute({
  id: 'updateProduct',
  method: 'PATCH',
  path: one,
  summary: 'Update a product',
  description: 'Existing orders keep their product names and prices.',
  tag,
  access: workspace('store.manage'),
  body: ProductChanges,
  replies: { 200: OneProduct },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deleteProduct = defineRoute({
  id: 'deleteProduct',
  method: 'DELETE',
  path: one,
  summary: 'Delete a product',
  description: "Existing orders keep the product's name.",
  tag,
  access: workspace('store.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

const publicPath = '/public/storefront/stores/:slug/products'
const publicTag = 'Public storefront'

export const listPublicProducts = defineRoute({
  id: 'listPublicProducts',
  method: 'GET',
  path: publicPath,
  summary: 'List public products',
  description: "Returns a published shop's active products, newest first.",
  tag: publicTag,
  access: open(),
  rate: 'large',
  host: 'custom-domain',
  query: pageQuery.extend({ search }),
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: Products },
  fails: [400, 404],
})

export const getPublicProduct = defineRoute({
  id: 'getPublicProduct',
  method: 'GET',
  path: `${publicPath}/:productSlug`,
  summary: 'Get a public product',
  description: 'Returns an active product of a published shop.',
  tag: publicTag,
  access: open(),
  host: 'custom-domain',
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: OneProduct },
  fails: [404],
})
