import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { attemptStore } from './attempts/attempt.store.ts'
import type { contestStore } from './contests/contest.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type ContestsDeps = {
  db: Database
  clock: Clock
  workspaces: WorkspaceDirectory
  contests: ReturnType<typeof contestStore>
  attempts: ReturnType<typeof attemptStore>
}
