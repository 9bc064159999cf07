import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { bootstrapAdmin, createAdmin, requireBootstrapToken, updateAdmin } from './admin.actions.ts'
import type { AdminDeps } from './admin.actions.ts'
import * as routes from './admin.contract.ts'
import { toAdmin } from './admin.view.ts'

export const adminHandlers = (deps: AdminDeps & Pick<IdentityDeps, 'bootstrapToken'>) => [
  handle(
    routes.bootstrapAdmin,
    async ({ body }) => reply(201, { admin: toAdmin(await bootstrapAdmin(deps, body)) }),
    { guard: ({ headers }) => requireBootstrapToken(deps, headers['x-bootstrap-token']) },
  ),

  handle(routes.listAdmins, async ({ query }) => {
    const { items, pagination } = await deps.accounts.pageAdmins(query)
    return reply(200, { admins: items.map(toAdmin), pagination })
  }),

  handle(routes.createAdmin, async ({ body, principal }) =>
    reply(201, { admin: toAdmin(await createAdmin(deps, body, principal)) }),
  ),

  handle(routes.updateAdmin, async ({ params: { adminId }, body, principal }) =>
    reply(200, { admin: toAdmin(await updateAdmin(deps, adminId, body, principal)) }),
  ),
]
