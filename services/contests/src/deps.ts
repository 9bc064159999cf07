import type { Database } from '@wp/mongo'
import type { contestStore } from './contests/contest.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type ContestsDeps = {
  db: Database
  contests: ReturnType<typeof contestStore>
}
