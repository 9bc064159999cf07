import type { Id } from '@wp/kernel'

/** The workspace fields used by access checks. A service declares the other fields that its handlers use. */
export type WorkspaceView = {
  readonly id: Id
  /** Null means that the subscription never expires. */
  readonly subscriptionEndDate: Date | null
}

/** Looks up workspaces; `find` returns null for an unknown workspace. */
export type WorkspaceDirectory<View extends WorkspaceView = WorkspaceView> = {
  find(workspaceId: Id): Promise<View | null>
}
