import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { posConfig } from './config.ts'
import type { PosDeps } from './deps.ts'
import { tillSessionHandlers } from './till-sessions/till-session.handlers.ts'
import { tillSessionCollection, tillSessionStore } from './till-sessions/till-session.store.ts'

export const pos = defineService('pos', {
  declaration,
  config: posConfig,
  database: { collections: [workspaceCopiesCollection, tillSessionCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: PosDeps = { db, tillSessions: tillSessionStore(db) }
    return {
      workspaces,
      routes: [tillSessionHandlers(deps)],
      consumers: workspaces.consumers,
    }
  },
})
