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
  /** The most attempts of a contest that one address can start in 24 hours. */
  attemptsPerAddress: number
  /** Submits a limited number of the open attempts of a closed contest. */
  submitSomeAttempts: (workspaceId: Id, contestId: Id) => Promise<number>
}
