import type { WorkspaceView } from '@wp/http'
import type { z } from 'zod'
import type { StorefrontDeps } from '../deps.ts'
import type { StoreFields } from './store.contract.ts'
import { publishStoreChanged } from './store.events.ts'
import { checkCurrency } from './store.rules.ts'
import type { StoredStore } from './store.store.ts'

/** Opens the store, or changes it; what is left out is the workspace's own currency and language. */
export const putStore = (
  {
    db,
    stores,
    products,
    activeDomains,
  }: Pick<StorefrontDeps, 'db' | 'stores' | 'products' | 'activeDomains'>,
  { id: workspaceId, settings }: WorkspaceView,
  body: z.output<typeof StoreFields>,
): Promise<StoredStore> =>
  db.transaction(async (tx) => {
    const before = await stores.find(workspaceId)
    const currencyCode = body.currencyCode ?? settings.currencyCode
    const locale = body.locale ?? (settings.locale === 'ar' ? 'ar' : 'en')
    checkCurrency(before, currencyCode, await products.exist(workspaceId))
    const saved = await stores.put(workspaceId, { ...body, currencyCode, locale })
    publishStoreChanged(tx, saved)
    if (before && before.slug !== saved.slug) tx.afterCommit(() => activeDomains.refreshStore(workspaceId))
    return saved
  })
