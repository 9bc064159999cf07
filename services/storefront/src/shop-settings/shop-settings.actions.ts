import type { z } from 'zod'
import type { StorefrontDeps, StorefrontWorkspace } from '../deps.ts'
import type { StoreFields } from './shop-settings.contract.ts'
import { publishStoreChanged } from './shop-settings.events.ts'
import { appearanceFor, checkCurrency, orderLimitsFor } from './shop-settings.rules.ts'
import type { StoredShopSettings } from './shop-settings.store.ts'

/** Creates or updates the shop. The currency and language default to the workspace's. */
export const putStore = (
  {
    db,
    shopSettings,
    products,
    activeDomains,
  }: Pick<StorefrontDeps, 'db' | 'shopSettings' | 'products' | 'activeDomains'>,
  { id: workspaceId, settings, languages }: StorefrontWorkspace,
  body: z.output<typeof StoreFields>,
): Promise<StoredShopSettings> =>
  db.transaction(async (tx) => {
    const before = await shopSettings.find(workspaceId)
    const currencyCode = body.currencyCode ?? settings.currencyCode
    const locale = body.locale ?? languages[0]!
    checkCurrency(before, currencyCode, await products.exist(workspaceId))
    const saved = await shopSettings.put(workspaceId, {
      ...body,
      ...orderLimitsFor(before, body),
      ...appearanceFor(before, body),
      currencyCode,
      locale,
    })
    publishStoreChanged(tx, saved)
    if (before && before.slug !== saved.slug) tx.afterCommit(() => activeDomains.refreshStore(workspaceId))
    return saved
  })
