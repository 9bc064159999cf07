import type { WorkspaceDirectory } from '@wp/http'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { WorkspaceWith } from '@wp/workspaces'
import type { attemptStore } from './attempts/attempt.store.ts'
import type { contestStore } from './contests/contest.store.ts'

/** The fields of a workspace that contest pages show. */
export type ContestsWorkspace = WorkspaceWith<'name' | 'business' | 'languages' | 'settings'>

/** Dependencies of handlers, actions, consumers and jobs; each picks those it needs. */
export type ContestsDeps = {
  db: Database
  clock: Clock
  workspaces: WorkspaceDirectory<ContestsWorkspace>
  contests: ReturnType<typeof contestStore>
  attempts: ReturnType<typeof attemptStore>
  /** The maximum number of attempts in a contest that one address can start in 24 hours. */
  attemptsPerAddress: number
  isDevelopment: boolean
  /** Submits a limited number of the open attempts of a closed contest. */
  submitSomeAttempts: (workspaceId: Id, contestId: Id) => Promise<number>
}
