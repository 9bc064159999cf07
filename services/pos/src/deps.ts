import type { Database } from '@wp/mongo'
import type { tillSessionStore } from './till-sessions/till-session.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type PosDeps = {
  db: Database
  tillSessions: ReturnType<typeof tillSessionStore>
}
