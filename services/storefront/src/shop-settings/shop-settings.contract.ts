import { defineRoute, open, resource, workspace } from '@wp/http'
import { CurrencyCode, IdString, nonBlank } from '@wp/kernel'
import { Language } from '@wp/texts'
import { z } from 'zod'

/** The format of shop and product slugs. */
export const Slug = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'must contain only lowercase letters, digits and single hyphens, such as blue-moon',
  })

export const DeliveryKind = z.enum(['pickup', 'address'])
export type DeliveryKind = z.output<typeof DeliveryKind>

const Theme = z
  .object({
    accent: z.string().nullable().describe("The shop's color, such as `#7b2d8b`; null: that of the business"),
    layout: z.enum(['grid', 'list']).describe('How the shop shows its products'),
  })
  .meta({ id: 'StoreTheme' })

export const Store = resource('Store', {
  workspaceId: IdString,
  slug: z.string(),
  name: z.string(),
  currencyCode: z.string(),
  locale: Language,
  isPublished: z.boolean(),
  orderExpiryMinutes: z
    .int()
    .nullable()
    .describe('A pending order is cancelled this long after it was placed; null means never'),
  maxQuantityPerOrder: z
    .int()
    .nullable()
    .describe(
      'The maximum number of units, across all products, that one order may contain; null means no limit',
    ),
  description: z.string().nullable().describe('Shown on the front page and by search engines'),
  deliveryKinds: z
    .array(DeliveryKind)
    .describe('How customers can receive their orders; if empty, orders contain no delivery'),
  theme: Theme,
})
export type Store = z.output<typeof Store>

const yearMinutes = 365 * 24 * 60

/** The currency and language default to the workspace's. A new shop is unpublished by default. */
export const StoreFields = z.object({
  slug: Slug,
  name: nonBlank(200),
  currencyCode: CurrencyCode.optional(),
  locale: Language.optional().describe("Defaults to the first of the workspace's languages"),
  isPublished: z.boolean().default(false),
  orderExpiryMinutes: z
    .int()
    .min(1)
    .max(yearMinutes)
    .nullable()
    .optional()
    .describe(
      'Applies to orders placed from now on; null means that they never expire. If omitted, the current value is kept; a new store gets 2880 (two days)',
    ),
  maxQuantityPerOrder: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .optional()
    .describe('Null means no limit. If omitted, the current value is kept; a new store has no limit'),
  description: nonBlank(500).nullable().optional().describe('If omitted, the current value is kept'),
  deliveryKinds: z
    .array(DeliveryKind)
    .max(2)
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'must contain each kind once' })
    .optional()
    .describe('If omitted, the current value is kept; a new store asks for none'),
  theme: z
    .object({
      accent: z
        .string()
        .regex(/^#[\da-fA-F]{6}$/, { error: 'must be a color such as #7b2d8b' })
        .nullable()
        .default(null),
      layout: Theme.shape.layout.default('grid'),
    })
    .optional()
    .describe('If omitted, the current value is kept'),
})

const path = '/workspace/:workspaceId/storefront/store'
const tag = 'Storefront'

export const getStore = defineRoute({
  id: 'getStore',
  method: 'GET',
  path,
  summary: 'Get the store',
  tag,
  access: workspace('store.view'),
  replies: { 200: z.object({ store: Store }) },
  fails: [400, 401, 403, 404],
})

export const putStore = defineRoute({
  id: 'putStore',
  method: 'PUT',
  path,
  summary: 'Create or update the store',
  tag,
  access: workspace('store.manage'),
  body: StoreFields,
  replies: { 200: z.object({ store: Store }) },
  fails: [400, 401, 403, 404, 409, 422],
})

/** The store fields that anyone can read. */
export const PublicStore = Store.pick({
  id: true,
  slug: true,
  name: true,
  currencyCode: true,
  locale: true,
  description: true,
  deliveryKinds: true,
  theme: true,
}).meta({
  id: 'PublicStore',
})

export const getPublicStore = defineRoute({
  id: 'getPublicStore',
  method: 'GET',
  path: '/public/storefront/stores/:slug',
  summary: 'Get a published store',
  tag: 'Public storefront',
  access: open(),
  host: 'custom-domain',
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: z.object({ store: PublicStore }) },
  fails: [404],
})
