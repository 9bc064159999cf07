import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StorefrontDeps } from '../deps.ts'
import type { NewPage, PageChanges } from './page.contract.ts'
import { publishPageChanged, publishPageRemoved } from './page.events.ts'
import { checkChangedSlug, checkPageCount, cleanHtml, slugForPage } from './page.rules.ts'
import type { StoredPage } from './page.store.ts'

type PageDeps = Pick<StorefrontDeps, 'db' | 'shopSettings' | 'pages'>

/** Adds a page with sanitized HTML. */
export const createPage = async (
  { db, shopSettings, pages }: PageDeps,
  workspaceId: Id,
  body: NewPage,
): Promise<StoredPage> => {
  await shopSettings.get(workspaceId)
  const page = { ...body, slug: slugForPage(body), content: cleanHtml(body.content) }
  return db.transaction(async (tx) => {
    const { id: storeId } = await shopSettings.lock(workspaceId)
    checkPageCount(await pages.count(workspaceId))
    const created = await pages.insert(workspaceId, { ...page, storeId })
    publishPageChanged(tx, created)
    return created
  })
}

export const updatePage = (
  { db, pages }: PageDeps,
  workspaceId: Id,
  pageId: Id,
  body: PageChanges,
): Promise<StoredPage> =>
  db.transaction(async (tx) => {
    checkChangedSlug(await pages.get(workspaceId, pageId), body.slug)
    const content = body.content !== undefined && { content: cleanHtml(body.content) }
    const updated = await pages.update(workspaceId, pageId, { ...body, ...content })
    publishPageChanged(tx, updated)
    return updated
  })

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
