import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { requireSameOrigin } from '../guards/same-origin.rules.ts'
import { requireRecentAuthentication } from '../guards/recent-authentication.actions.ts'
import { bootstrapAdmin, createAdmin, requireBootstrapToken, updateAdmin } from './admin.actions.ts'
import * as routes from './admin.contract.ts'
import { toAdmin } from './admin.view.ts'

export const adminHandlers = (deps: IdentityDeps) => {
  const recent = { guard: requireRecentAuthentication(deps) }
  return [
    handle(
      routes.bootstrapAdmin,
      async ({ body }) => reply(201, { admin: toAdmin(await bootstrapAdmin(deps, body)) }),
      {
        guard: (call) => {
          requireSameOrigin(call)
          return requireBootstrapToken(deps, call.headers['x-bootstrap-token'], call.ip)
        },
      },
    ),

    handle(
      routes.listAdmins,
      async ({ query }) => {
        const { items, pagination } = await deps.accounts.pageAdmins(query)
        return reply(200, { admins: items.map(toAdmin), pagination })
      },
      recent,
    ),

    handle(
      routes.createAdmin,
      async ({ body, principal }) => reply(201, { admin: toAdmin(await createAdmin(deps, body, principal)) }),
      recent,
    ),

    handle(
      routes.updateAdmin,
      async ({ params: { adminId }, body, principal }) =>
        reply(200, { admin: toAdmin(await updateAdmin(deps, adminId, body, principal)) }),
      recent,
    ),
  ]
}
