import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { activateDomain, createDomain, deleteDomain, disableDomain, verifyDomain } from './domain.actions.ts'
import * as routes from './domain.contract.ts'
import { toDomain } from './domain.view.ts'

export const domainHandlers = (deps: StorefrontDeps) => [
  handle(routes.listDomains, async ({ workspaceId, query }) => {
    await deps.shopSettings.get(workspaceId)
    const { items, pagination } = await deps.domains.list(workspaceId, query)
    return reply(200, { domains: items.map(toDomain), pagination })
  }),

  handle(routes.createDomain, async ({ workspaceId, body }) =>
    reply(201, { domain: toDomain(await createDomain(deps, workspaceId, body.domain)) }),
  ),

  handle(routes.verifyDomain, async ({ workspaceId, params }) =>
    reply(200, { domain: toDomain(await verifyDomain(deps, workspaceId, params.domainId)) }),
  ),

  handle(routes.activateDomain, async ({ workspaceId, params }) =>
    reply(200, { domain: toDomain(await activateDomain(deps, workspaceId, params.domainId)) }),
  ),

  handle(routes.disableDomain, async ({ workspaceId, params }) =>
    reply(200, { domain: toDomain(await disableDomain(deps, workspaceId, params.domainId)) }),
  ),

  handle(routes.deleteDomain, async ({ workspaceId, params }) => {
    await deleteDomain(deps, workspaceId, params.domainId)
    return reply(204)
  }),
]
