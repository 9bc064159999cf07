import { defineRoute, open, resource, workspace } from '@wp/http'
import { ExternalId, HttpUrl, IdString, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'
import { PublicationStatus } from '../pages/page.contract.ts'
import { Slug } from '../shop-settings/shop-settings.contract.ts'

/** The maximum number of variants per product. */
export const maxVariants = 100

export const ProductVariant = z
  .object({
    id: IdString,
    name: z.string(),
    sku: z.string().nullable().describe("The business's SKU for the variant"),
    price: z.number().describe('Includes tax'),
    taxRateId: IdString.nullable().describe("Null for the product's tax rate"),
    stock: z.int().nullable().describe('Null when stock is not tracked'),
    isActive: z.boolean().describe('Whether customers can order the variant'),
  })
  .meta({ id: 'ProductVariant' })
export type ProductVariant = z.output<typeof ProductVariant>

export const Product = resource('Product', {
  workspaceId: IdString,
  storeId: IdString,
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  price: z.number().describe('Includes tax. Variants have their own prices'),
  taxRateId: IdString.nullable(),
  currencyCode: z.string(),
  stock: z
    .int()
    .nullable()
    .describe('Null when stock is not tracked. Variants have their own stock; this field is then not used'),
  variants: z
    .array(ProductVariant)
    .describe('A product with variants is sold only as one of them; empty for other products'),
  categoryIds: z.array(IdString),
  images: z.array(z.string()),
  imageIds: z.array(IdString).describe('Uploaded images, shown before `images`'),
  status: PublicationStatus,
  externalId: z.string().nullable().describe('The id of the product in another system'),
})
export type Product = z.output<typeof Product>

const stock = z.int().min(0).max(1_000_000_000).nullable()

/** A variant to save. Omitted fields keep the values of an existing variant. */
const VariantFields = z.object({
  id: IdString.optional().describe('A variant that the product has; without it, a new one is added'),
  name: nonBlank(100).describe('Unique within the product, such as `Large / blue`'),
  sku: nonBlank(100).nullable().optional(),
  price: z.number().min(0).optional().describe("A new variant gets the product's price if omitted"),
  taxRateId: IdString.nullable()
    .optional()
    .describe("An active tax rate of the workspace; null for the product's"),
  stock: stock.optional().describe('A new variant is not tracked if omitted'),
  isActive: z.boolean().optional().describe('A new variant is active if omitted'),
})
export type VariantFields = z.output<typeof VariantFields>

const fields = {
  name: nonBlank(200),
  slug: Slug.describe('Derived from the name when omitted'),
  description: z.string().max(20_000).nullable(),
  price: z.number().min(0),
  taxRateId: IdString.nullable().describe('An active tax rate of the workspace'),
  stock,
  variants: z
    .array(VariantFields)
    .max(maxVariants)
    .describe('Replaces all variants; omitted ones are removed. Orders keep the names of removed ones'),
  categoryIds: z.array(IdString).max(20).describe('Categories of the store'),
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
  variants: fields.variants.default([]),
  categoryIds: fields.categoryIds.default([]),
  images: fields.images.default([]),
  imageIds: fields.imageIds.default([]),
  status: fields.status.default('draft'),
  externalId: fields.externalId.default(null),
})
export type NewProduct = z.output<typeof NewProduct>

export const ProductChanges = z.object(fields).partial()
export type ProductChanges = z.output<typeof ProductChanges>

const search = nonBlank(100).optional().describe('Matches the beginning of words in the name')
const categoryId = IdString.optional().describe('Only products of this category')
export const ProductFilter = pageQuery.extend({ search, categoryId, status: PublicationStatus.optional() })
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
  description:
    'Existing orders keep their product names and prices. A variant whose `stock` is omitted keeps its stock, even while orders change it.',
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
  description:
    "Returns a published shop's active products with their active variants, newest first. Search matches the beginning of words in the name.",
  tag: publicTag,
  access: open(),
  rate: 'large',
  host: 'custom-domain',
  query: pageQuery.extend({ search, categoryId }),
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
  description: 'Returns an active product of a published shop with its active variants.',
  tag: publicTag,
  access: open(),
  host: 'custom-domain',
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: OneProduct },
  fails: [404],
})
