import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import { getOwnStorage, getOwnSubscription } from './my-subscription.actions.ts'
import * as routes from './my-subscription.contract.ts'

export const mySubscriptionHandlers = (deps: AdminBillingDeps) => [
  handle(routes.getOwnSubscription, async ({ workspaceId }) =>
    reply(200, { subscription: await getOwnSubscription(deps, workspaceId) }),
  ),

  handle(routes.getOwnStorage, async ({ workspaceId }) =>
    reply(200, { storage: await getOwnStorage(deps, workspaceId) }),
  ),
]
