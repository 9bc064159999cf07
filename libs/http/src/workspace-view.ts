import type { Id } from '@wp/kernel'

/** What access checks need of a workspace. An interface, so that the library that knows workspaces adds its facts to it. */
export interface WorkspaceView {
  readonly id: Id
  /** Null means no end. */
  readonly subscriptionEndDate: Date | null
}

/** Where routes learn whether a workspace exists; null when nobody knows it. */
export type WorkspaceDirectory = { find(workspaceId: Id): Promise<WorkspaceView | null> }
