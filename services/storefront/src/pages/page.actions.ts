import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StorefrontDeps } from '../deps.ts'
import type { NewPage, PageChanges } from './page.contract.ts'
import { publishPageChanged, publishPageRemoved } from './page.events.ts'
import { toFreeSlug } from '../shop-settings/slug.rules.ts'
import {
  checkChangedSlug,
  checkPageBytes,
  checkPageCount,
  isReservedSlug,
  slugForPage,
} from './page.rules.ts'
import type { StoredPage } from './page.store.ts'

type PageDeps = Pick<StorefrontDeps, 'db' | 'shopSettings' | 'pages' | 'htmlCleaner'>

/** Adds a page with sanitized HTML. */
export const createPage = async (
  { db, shopSettings, pages, htmlCleaner }: PageDeps,
  workspaceId: Id,
  body: NewPage,
): Promise<StoredPage> => {
  await shopSettings.get(workspaceId)
  const given = slugForPage(body)
  const content = await htmlCleaner.clean(body.content)
  const isTaken = async (slug: string) => isReservedSlug(slug) || pages.hasSlug(workspaceId, slug)
  return db.transaction(async (tx) => {
    const { id: storeId } = await shopSettings.lock(workspaceId)
    const { count, bytes } = await pages.sizes(workspaceId)
    checkPageCount(count)
    checkPageBytes(bytes, '', content)
    const slug = given ?? (await toFreeSlug(body.title, isTaken, { fallback: 'page', number: count + 1 }))
    const created = await pages.insert(workspaceId, { ...body, slug, content, storeId })
    publishPageChanged(tx, 'created', created)
    return created
  })
}

export const updatePage = async (
  { db, shopSettings, pages, htmlCleaner }: PageDeps,
  workspaceId: Id,
  pageId: Id,
  { content, ...fields }: PageChanges,
): Promise<StoredPage> => {
  const changes: PageChanges =
    content === undefined ? fields : { ...fields, content: await htmlCleaner.clean(content) }
  return db.transaction(async (tx) => {
    if (changes.content !== undefined) await shopSettings.lock(workspaceId)
    const page = await pages.get(workspaceId, pageId)
    checkChangedSlug(page, changes.slug)
    if (changes.content !== undefined)
      checkPageBytes((await pages.sizes(workspaceId)).bytes, page.content, changes.content)
    const updated = await pages.update(workspaceId, pageId, changes)
    publishPageChanged(tx, 'updated', updated)
    return updated
  })
}

export const deletePage = ({ db, pages }: PageDeps, workspaceId: Id, pageId: Id): Promise<void> =>
  db.transaction(async (tx) => {
    publishPageRemoved(tx, await pages.remove(workspaceId, pageId))
  })

/** Returns the page id from the body or the query, for routes without an id in the path. */
export const requirePageId = (
  body: { id?: Id | undefined } | undefined,
  query: { id?: Id | undefined },
): Id => {
  const id = body?.id ?? query.id
  if (id === undefined)
    throw new AppError('INVALID_REQUEST', 'The id is required in the body or the query', {
      details: [{ path: 'id', message: 'is required' }],
    })
  return id
}
