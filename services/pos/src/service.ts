import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import type { Database } from '@wp/mongo'
import { posConfig } from './config.ts'
import { tillSessionHandlers } from './till-sessions/till-session.handlers.ts'
import { tillSessionCollection, tillSessionStore } from './till-sessions/till-session.store.ts'

/** What handlers are given. */
export type Pos = {
  db: Database
  tillSessions: ReturnType<typeof tillSessionStore>
}

export const pos = defineService('pos', {
  config: posConfig,
  database: { collections: [workspaceCopiesCollection, tillSessionCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const parts: Pos = { db, tillSessions: tillSessionStore(db) }
    return {
      workspaces,
      routes: [tillSessionHandlers(parts)],
      consumers: workspaces.consumers,
    }
  },
})
