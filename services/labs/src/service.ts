import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { labsConfig } from './config.ts'
import type { LabsDeps } from './deps.ts'
import { testSampleHandlers } from './test-samples/test-sample.handlers.ts'
import { testSampleCollection, testSampleStore } from './test-samples/test-sample.store.ts'

export const labs = defineService('labs', {
  declaration,
  config: labsConfig,
  database: { collections: [workspaceCopiesCollection, testSampleCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: LabsDeps = { db, testSamples: testSampleStore(db) }
    return {
      workspaces,
      routes: [testSampleHandlers(deps)],
      consumers: workspaces.consumers,
    }
  },
})
