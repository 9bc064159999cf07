import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { reauthenticate } from './reauthentication.actions.ts'
import * as routes from './reauthentication.contract.ts'

export const reauthenticationHandlers = (deps: IdentityDeps) => [
  handle(routes.reauthenticate, async ({ principal, body, ip, cookies }) => {
    const refreshToken = deps.refreshCookies.read(cookies)
    await reauthenticate(deps, principal, body, { ip, refreshToken })
    return reply(204)
  }),
]
