import { iso } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import type { WorkspaceState } from '@wp/workspaces'
import type { StoredWorkspace } from './workspace.store.ts'

export const publishWorkspaceCreated = (tx: Tx, workspace: StoredWorkspace): void =>
  tx.publish(WorkspaceCreated, { workspaceId: workspace.id, data: { workspace: toState(workspace) } })

export const publishWorkspaceChanged = (tx: Tx, workspace: StoredWorkspace): void =>
  tx.publish(WorkspaceUpdated, { workspaceId: workspace.id, data: { workspace: toState(workspace) } })

const toState = (workspace: StoredWorkspace): WorkspaceState => ({
  ...workspace,
  createdAt: iso(workspace.createdAt),
})
