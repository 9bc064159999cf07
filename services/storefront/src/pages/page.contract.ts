import { defineRoute, open, resource, workspace } from '@wp/http'
import { IdString, nonBlank } from '@wp/kernel'
import { z } from 'zod'

export const pageTypes = [
  'about-us',
  'contact-us',
  'privacy-policy',
  'terms-and-return',
  'faq',
  'custom',
] as const
const PageType = z.enum(pageTypes)

/** Only pages and products with status `active` are public. */
export const PublicationStatus = z.enum(['draft', 'active', 'archived'])

export const Page = resource('ContentPage', {
  workspaceId: IdString,
  storeId: IdString,
  slug: z.string(),
  type: PageType,
  title: z.string(),
  content: z.string().describe('Sanitized HTML without scripts, styles, forms or frames'),
  status: PublicationStatus,
  sortOrder: z.number(),
})
export type Page = z.output<typeof Page>

const PageSlug = z
  .string()
  .regex(/^[a-z0-9-]{1,120}$/, { error: 'must be 1 to 120 lowercase letters, digits and hyphens' })

const fields = {
  slug: PageSlug.describe(
    'Only for custom pages, derived from the title when omitted; a built-in page uses its type as its slug',
  ),
  title: nonBlank(200),
  content: z
    .string()
    .max(200_000)
    .describe(
      'HTML with at most 5,000 tags, 10,000 attributes and 100 levels of nesting; at most 200,000 characters after sanitizing',
    ),
  status: PublicationStatus,
  sortOrder: z.int().min(-1_000_000).max(1_000_000),
}

export const NewPage = z.object({
  type: PageType,
  slug: fields.slug.optional(),
  title: fields.title,
  content: fields.content.default(''),
  status: fields.status.default('draft'),
  sortOrder: fields.sortOrder.default(0),
})
export type NewPage = z.output<typeof NewPage>

export const PageChanges = z.object(fields).partial()
export type PageChanges = z.output<typeof PageChanges>

const OnePage = z.object({ page: Page })
const Pages = z.object({ pages: z.array(Page) })
const path = '/workspace/:workspaceId/storefront/content-pages'
const one = `${path}/:pageId` as const
const tag = 'Storefront pages'
const idQuery = z.object({ id: IdString.optional() })

export const listPages = defineRoute({
  id: 'listPages',
  method: 'GET',
  path,
  summary: 'List content pages',
  description: 'Sorted by sortOrder, then by creation time.',
  tag,
  access: workspace('store.view'),
  replies: { 200: Pages },
  fails: [400, 401, 403, 404],
})

export const createPage = defineRoute({
  id: 'createPage',
  method: 'POST',
  path,
  summary: 'Create a content page',
  description:
    'A store can have one page of each built-in type, and at most 200 pages in total. The content of all pages can take at most 1 MiB (422).',
  tag,
  access: workspace('store.manage'),
  rate: 'large',
  body: NewPage,
  replies: { 201: OnePage },
  fails: [400, 401, 403, 404, 409, 422],
})

export const updatePage = defineRoute({
  id: 'updatePage',
  method: 'PATCH',
  path: one,
  summary: 'Update a content page',
  description: 'The page type cannot change. The content of all pages can take at most 1 MiB (422).',
  tag,
  access: workspace('store.manage'),
  rate: 'large',
  body: PageChanges,
  replies: { 200: OnePage },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deletePage = defineRoute({
  id: 'deletePage',
  method: 'DELETE',
  path: one,
  summary: 'Delete a content page',
  tag,
  access: workspace('store.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const updatePageOfCollection = defineRoute({
  id: 'updatePageOfCollection',
  method: 'PATCH',
  path,
  summary: 'Update a content page by id',
  description: 'Pass `id` in the body or the query.',
  tag,
  access: workspace('store.manage'),
  rate: 'large',
  query: idQuery,
  body: PageChanges.extend({ id: IdString.optional() }),
  replies: { 200: OnePage },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deletePageOfCollection = defineRoute({
  id: 'deletePageOfCollection',
  method: 'DELETE',
  path,
  summary: 'Delete a content page by id',
  description: 'Pass `id` in the body or the query.',
  tag,
  access: workspace('store.manage'),
  query: idQuery,
  body: z.object({ id: IdString.optional() }).optional(),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

const publicPath = '/public/storefront/stores/:slug/content-pages'
const publicTag = 'Public storefront'

export const listPublicPages = defineRoute({
  id: 'listPublicPages',
  method: 'GET',
  path: publicPath,
  summary: 'List public content pages',
  description: "Returns a published shop's active pages, sorted by sortOrder, then by creation time.",
  tag: publicTag,
  access: open(),
  rate: 'large',
  host: 'custom-domain',
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: Pages },
  fails: [404],
})

export const getPublicPage = defineRoute({
  id: 'getPublicPage',
  method: 'GET',
  path: `${publicPath}/:pageSlug`,
  summary: 'Get a public content page',
  description: 'Returns an active page of a published shop.',
  tag: publicTag,
  access: open(),
  host: 'custom-domain',
  params: z.object({ pageSlug: PageSlug }),
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: OnePage },
  fails: [400, 404],
})
