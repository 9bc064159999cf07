import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import { getOwnStorage, getOwnSubscription } from './own-subscription.actions.ts'
import * as routes from './own-subscription.contract.ts'

export const ownSubscriptionHandlers = (deps: AdminBillingDeps) => [
  handle(routes.getOwnSubscription, async ({ workspaceId, query }) =>
    reply(200, { subscription: await getOwnSubscription(deps, workspaceId, query.locale) }),
  ),

  handle(routes.getOwnStorage, async ({ workspaceId }) =>
    reply(200, { storage: await getOwnStorage(deps, workspaceId) }),
  ),
]
