import { handle, reply } from '@wp/http'
import type { ServiceDeps } from '../deps.ts'
import { toTokens } from '../login/login.view.ts'
import { toWorkspace } from '../workspaces/workspace.view.ts'
import { createWorkspace, signup } from './signup.actions.ts'
import * as routes from './signup.contract.ts'

export const signupHandlers = (deps: ServiceDeps) => [
  handle(routes.signup, async ({ body, userAgent, ip }) => {
    const { workspace, tokens } = await signup(deps, body, { userAgent, ip })
    const result = { ...toTokens(tokens), workspace: toWorkspace(workspace) }
    return reply(201, result, deps.refreshCookies.for(result))
  }),

  handle(routes.createWorkspace, async ({ body }) =>
    reply(201, { workspace: toWorkspace(await createWorkspace(deps, body)) }),
  ),
]
