import { handle, reply } from '@wp/http'
import { withIsoTimes } from '@wp/kernel'
import { StoreChanged } from '../events.ts'
import type { Storefront } from '../service.ts'
import { getStore, putStore } from './store.contract.ts'

export const storeHandlers = ({ db, stores }: Storefront) => [
  handle(getStore, async ({ workspaceId }) =>
    reply(200, { store: withIsoTimes(await stores.get(workspaceId)) }),
  ),

  handle(putStore, async ({ workspaceId, workspace, body }) => {
    const { currencyCode, locale } = workspace.settings
    const store = await db.transaction(async (tx) => {
      const saved = withIsoTimes(
        await stores.put(workspaceId, {
          ...body,
          currencyCode: body.currencyCode ?? currencyCode,
          locale: body.locale ?? (locale === 'ar' ? 'ar' : 'en'),
        }),
      )
      tx.publish(StoreChanged, { workspaceId, data: { store: saved } })
      return saved
    })
    return reply(200, { store })
  }),
]
