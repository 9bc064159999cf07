import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { contestsConfig } from './config.ts'
import { contestHandlers } from './contests/contest.handlers.ts'
import { contestCollection, contestStore } from './contests/contest.store.ts'
import type { ContestsDeps } from './deps.ts'

export const contests = defineService('contests', {
  declaration,
  config: contestsConfig,
  database: { collections: [workspaceCopiesCollection, contestCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: ContestsDeps = { db, contests: contestStore(db) }
    return {
      workspaces,
      routes: [contestHandlers(deps)],
      consumers: workspaces.consumers,
    }
  },
})
