import { defineService } from '@wp/runtime'
import { adminBillingService, identityService } from '@wp/protos'
import { workspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { clientHandlers } from './clients/client.handlers.ts'
import { clientCollection, clientStore } from './clients/client.store.ts'
import { schedulingConfig } from './config.ts'

/** What handlers are given. */
export type Scheduling = {
  db: Database
  clock: Clock
  clients: ReturnType<typeof clientStore>
}

export const scheduling = defineService('scheduling', {
  config: schedulingConfig,
  database: { collections: [workspaceCopiesCollection, clientCollection] },
  open: ({ db, clock, logger, rpc }) => {
    const workspaces = workspaceCopies({
      db,
      identity: rpc(identityService),
      billing: rpc(adminBillingService),
      clock,
      logger,
    })
    const parts: Scheduling = { db, clock, clients: clientStore(db) }
    return {
      workspaces,
      routes: [clientHandlers(parts)],
      consumers: workspaces.consumers,
    }
  },
})
