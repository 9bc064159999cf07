import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { completeLogin } from '../login/login.actions.ts'
import { acceptInvitation, inviteStaff } from './invitation.actions.ts'
import * as routes from './invitation.contract.ts'

export const invitationHandlers = (deps: IdentityDeps) => [
  handle(routes.acceptInvitation, async ({ body, userAgent, ip }) => {
    const { account, workspaceId } = await acceptInvitation(deps, body)
    const login = await completeLogin(deps, account, workspaceId, { userAgent, ip })
    return reply(200, login, deps.refreshCookies.for(login))
  }),

  handle(routes.inviteStaff, async ({ workspaceId, params: { staffId }, principal }) =>
    reply(200, { invitation: await inviteStaff(deps, workspaceId, staffId, principal) }),
  ),
]
