import { handle, reply } from '@wp/http'
import type { ServiceDeps } from '../deps.ts'
import { updateWorkspace } from './workspace.actions.ts'
import * as routes from './workspace.contract.ts'
import { toWorkspace } from './workspace.view.ts'

export const workspaceHandlers = (deps: ServiceDeps) => [
  handle(routes.getWorkspace, async ({ workspaceId }) =>
    reply(200, { workspace: toWorkspace(await deps.workspaces.get(workspaceId)) }),
  ),

  handle(routes.updateWorkspace, async ({ workspaceId, body, principal }) =>
    reply(200, { workspace: toWorkspace(await updateWorkspace(deps, workspaceId, body, principal)) }),
  ),
]
