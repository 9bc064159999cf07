import type { WorkspaceDirectory } from '@wp/http'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { attemptStore } from './attempts/attempt.store.ts'
import type { contestStore } from './contests/contest.store.ts'

/** Dependencies of handlers, actions, consumers and jobs; each picks those it needs. */
export type ContestsDeps = {
  db: Database
  clock: Clock
  workspaces: WorkspaceDirectory
  contests: ReturnType<typeof contestStore>
  attempts: ReturnType<typeof attemptStore>
  /** Submits a limited number of a contest's attempts whose deadline has passed. */
  submitSomeAttempts: (workspaceId: Id, contestId: Id) => Promise<void>
}
