import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import type { Database } from '@wp/mongo'
import { contestsConfig } from './config.ts'
import { contestHandlers } from './contests/contest.handlers.ts'
import { contestCollection, contestStore } from './contests/contest.store.ts'

/** What handlers are given. */
export type Contests = {
  db: Database
  contests: ReturnType<typeof contestStore>
}

export const contests = defineService('contests', {
  config: contestsConfig,
  database: { collections: [workspaceCopiesCollection, contestCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const parts: Contests = { db, contests: contestStore(db) }
    return {
      workspaces,
      routes: [contestHandlers(parts)],
      consumers: workspaces.consumers,
    }
  },
})
