import type { Id } from '@wp/kernel'

/** The workspace fields used by access checks. An interface, so that libs/workspaces can add fields. */
export interface WorkspaceView {
  readonly id: Id
  /** Null means no end. */
  readonly subscriptionEndDate: Date | null
}

/** Looks up workspaces; `find` returns null for an unknown workspace. */
export type WorkspaceDirectory = { find(workspaceId: Id): Promise<WorkspaceView | null> }
