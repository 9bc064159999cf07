import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Page } from './page.contract.ts'
import type { StoredPage } from './page.store.ts'
import { toPage } from './page.view.ts'

export const PageChanged = defineEvent({
  type: 'wp.storefront.page.changed.v1',
  summary: 'A content page was created or updated. The event does not contain its content.',
  data: z.object({ page: Page.omit({ content: true }) }),
})

export const PageRemoved = defineEvent({
  type: 'wp.storefront.page.removed.v1',
  summary: 'A content page was deleted',
  data: z.object({ pageId: IdString }),
})

export const PagePublished = definePublicEvent({
  service: 'storefront',
  resource: 'content_page',
  field: 'page',
  verbs: ['created', 'updated', 'removed'],
  permission: 'store.view',
  record: Page,
})

export const publishPageChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredPage): void => {
  const { workspaceId } = stored
  const page = toPage(stored)
  tx.publish(PageChanged, { workspaceId, data: { page } })
  publishPublicEvent(tx, PagePublished, verb, workspaceId, page)
}

export const publishPageRemoved = (tx: Tx, stored: StoredPage): void => {
  const { workspaceId, id } = stored
  tx.publish(PageRemoved, { workspaceId, data: { pageId: id } })
  publishPublicEvent(tx, PagePublished, 'removed', workspaceId, toPage(stored))
}
