import { handle, reply } from '@wp/http'
import type { StorefrontDeps } from '../deps.ts'
import { putStore } from './store.actions.ts'
import * as routes from './store.contract.ts'
import { toStore } from './store.view.ts'

export const storeHandlers = (deps: Pick<StorefrontDeps, 'db' | 'stores' | 'products' | 'activeDomains'>) => [
  handle(routes.getStore, async ({ workspaceId }) =>
    reply(200, { store: toStore(await deps.stores.get(workspaceId)) }),
  ),

  handle(routes.putStore, async ({ workspace, body }) =>
    reply(200, { store: toStore(await putStore(deps, workspace, body)) }),
  ),

  handle(routes.getPublicStore, async ({ params }) =>
    reply(200, { store: toStore(await deps.stores.getPublished(params.slug)) }),
  ),
]
