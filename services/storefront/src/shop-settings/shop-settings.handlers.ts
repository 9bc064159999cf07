import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { putStore } from './shop-settings.actions.ts'
import * as routes from './shop-settings.contract.ts'
import { toStore } from './shop-settings.view.ts'

export const shopSettingsHandlers = (
  deps: Pick<StorefrontDeps, 'db' | 'shopSettings' | 'products' | 'activeDomains'>,
) => [
  handle(routes.getStore, async ({ workspaceId }) =>
    reply(200, { store: toStore(await deps.shopSettings.get(workspaceId)) }),
  ),

  handle(routes.putStore, async ({ workspace, body }) =>
    reply(200, { store: toStore(await putStore(deps, workspace, body)) }),
  ),

  handle(routes.getPublicStore, async ({ params }) =>
    reply(200, { store: toStore(await deps.shopSettings.getPublished(params.slug)) }),
  ),
]
