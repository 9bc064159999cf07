import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { Page } from './page.contract.ts'
import type { StoredPage } from './page.store.ts'
import { toPage } from './page.view.ts'

export const PagePublished = definePublicEvent({
  service: 'storefront',
  resource: 'content_page',
  field: 'page',
  verbs: ['created', 'updated', 'removed'],
  permission: 'store.view',
  record: Page,
})

export const publishPageChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredPage): void =>
  publishPublicEvent(tx, PagePublished, verb, stored.workspaceId, toPage(stored))

export const publishPageRemoved = (tx: Tx, stored: StoredPage): void =>
  publishPublicEvent(tx, PagePublished, 'removed', stored.workspaceId, toPage(stored))
