import { handle, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import { WorkspaceUpdated } from '@wp/workspaces'
import { actorOf } from '../audit/audit.store.ts'
import type { Identity } from '../parts.ts'
import { checkCategory } from '../signup/choices.ts'
import { getWorkspace, updateWorkspace } from './workspace.contract.ts'
import { changesOf, shownWorkspace, workspaceState } from './workspace.rules.ts'

export const workspaceHandlers = ({ db, workspaces, billing, audit }: Identity) => [
  handle(getWorkspace, async ({ workspaceId }) =>
    reply(200, { workspace: shownWorkspace(await workspaces.get(workspaceId)) }),
  ),

  handle(updateWorkspace, async ({ workspaceId, body, principal }) => {
    if (body.businessCategorySlug !== undefined) await checkCategory(billing, body.businessCategorySlug)
    const workspace = await db.transaction(async (tx) => {
      const changes = changesOf(body, await workspaces.get(workspaceId))
      const updated = await workspaces.update(workspaceId, changes)
      if (!updated) throw notFound('Workspace')
      tx.publish(WorkspaceUpdated, { workspaceId, data: { workspace: workspaceState(updated) } })
      await audit.record({
        ...actorOf(principal),
        action: 'workspace.updated',
        targetType: 'workspace',
        targetId: workspaceId,
      })
      return updated
    })
    return reply(200, { workspace: shownWorkspace(workspace) })
  }),
]
