import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
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
  /** Submits open attempts whose deadline has passed, such as those in a contest that was just closed. */
  submitOverdueAttempts: () => Promise<void>
}
