import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import type { Database } from '@wp/mongo'
import { labsConfig } from './config.ts'
import { testSampleHandlers } from './test-samples/test-sample.handlers.ts'
import { testSampleCollection, testSampleStore } from './test-samples/test-sample.store.ts'

/** What handlers are given. */
export type Labs = {
  db: Database
  testSamples: ReturnType<typeof testSampleStore>
}

export const labs = defineService('labs', {
  config: labsConfig,
  database: { collections: [workspaceCopiesCollection, testSampleCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const parts: Labs = { db, testSamples: testSampleStore(db) }
    return {
      workspaces,
      routes: [testSampleHandlers(parts)],
      consumers: workspaces.consumers,
    }
  },
})
