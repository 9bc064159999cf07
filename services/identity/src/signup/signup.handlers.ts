import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { toTokens } from '../login/login.view.ts'
import { toWorkspace } from '../workspaces/workspace.view.ts'
import { createWorkspace, signup } from './signup.actions.ts'
import * as routes from './signup.contract.ts'

export const signupHandlers = (deps: IdentityDeps) => [
  handle(routes.signup, async ({ body, userAgent, ip }) => {
    const { workspace, tokens } = await signup(deps, body, { userAgent, ip })
    const shown = { ...toTokens(tokens), workspace: toWorkspace(workspace) }
    return reply(201, shown, deps.refreshCookies.for(shown))
  }),

  handle(routes.createWorkspace, async ({ body }) =>
    reply(201, { workspace: toWorkspace(await createWorkspace(deps, body)) }),
  ),
]
