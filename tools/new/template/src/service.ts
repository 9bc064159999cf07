import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { sampleServiceConfig } from './config.ts'
import * as contract from './contract.ts'
import type { SampleServiceDeps } from './deps.ts'
import { sampleRecordHandlers } from './sample-records/sample-record.handlers.ts'
import { sampleRecordCollection, sampleRecordStore } from './sample-records/sample-record.store.ts'

export const sampleService = defineService('sample-service', {
  declaration,
  contract,
  config: sampleServiceConfig,
  database: { collections: [workspaceCopiesCollection, sampleRecordCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: SampleServiceDeps = {
      db,
      sampleRecords: sampleRecordStore(db),
    }
    return {
      workspaces,
      routes: [sampleRecordHandlers(deps)],
      consumers: workspaces.consumers,
    }
  },
})
