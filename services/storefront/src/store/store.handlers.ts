import { handle, reply } from '@wp/http'
import type { StorefrontDeps } from '../deps.ts'
import * as routes from './store.contract.ts'
import { publishStoreChanged } from './store.events.ts'
import { toStore } from './store.view.ts'

export const storeHandlers = ({ db, stores }: Pick<StorefrontDeps, 'db' | 'stores'>) => [
  handle(routes.getStore, async ({ workspaceId }) =>
    reply(200, { store: toStore(await stores.get(workspaceId)) }),
  ),

  handle(routes.putStore, async ({ workspaceId, workspace: { settings }, body }) => {
    const currencyCode = body.currencyCode ?? settings.currencyCode
    const locale = body.locale ?? (settings.locale === 'ar' ? 'ar' : 'en')
    const store = await db.transaction(async (tx) => {
      const saved = await stores.put(workspaceId, { ...body, currencyCode, locale })
      publishStoreChanged(tx, saved)
      return saved
    })
    return reply(200, { store: toStore(store) })
  }),
]
