import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { submitSomeAttempts } from './attempts/attempt.actions.ts'
import { attemptHandlers } from './attempts/attempt.handlers.ts'
import { attemptCollection, attemptStore } from './attempts/attempt.store.ts'
import { contestsConfig } from './config.ts'
import * as contract from './contract.ts'
import { contestSiteHandlers } from './contest-site/contest-site.handlers.ts'
import { contestHandlers } from './contests/contest.handlers.ts'
import { contestCollection, contestStore } from './contests/contest.store.ts'
import type { ContestsDeps } from './deps.ts'
import { submitOverdueAttemptsJob } from './jobs/submit-overdue-attempts.ts'

export const contestsCollections = [workspaceCopiesCollection, contestCollection, attemptCollection]

export const contests = defineService('contests', {
  declaration,
  contract,
  config: contestsConfig,
  database: { collections: contestsCollections },
  open: (context) => {
    const { db, clock, config } = context
    const workspaces = openWorkspaceCopies(context)
    const stores = { contests: contestStore(db), attempts: attemptStore(db) }
    const deps: ContestsDeps = {
      db,
      clock,
      workspaces,
      ...stores,
      attemptsPerAddress: config.attemptsPerAddress,
      isDevelopment: config.nodeEnv !== 'production',
      submitSomeAttempts: (workspaceId, contestId) =>
        submitSomeAttempts({ db, clock, ...stores }, workspaceId, contestId),
    }
    return {
      workspaces,
      routes: [contestHandlers(deps), attemptHandlers(deps), contestSiteHandlers(deps)],
      consumers: workspaces.consumers,
      jobs: [submitOverdueAttemptsJob(deps)],
    }
  },
})
