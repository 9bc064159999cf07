import { defineEvent } from '@wp/bus'
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

export const publishPageChanged = (tx: Tx, stored: StoredPage): void =>
  tx.publish(PageChanged, { workspaceId: stored.workspaceId, data: { page: toPage(stored) } })

export const publishPageRemoved = (tx: Tx, { workspaceId, id }: StoredPage): void =>
  tx.publish(PageRemoved, { workspaceId, data: { pageId: id } })
