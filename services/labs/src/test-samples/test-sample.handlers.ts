import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import * as routes from './test-sample.contract.ts'
import { publishTestSamplesSeeded } from './test-sample.events.ts'
import { testSampleSeed } from './test-sample.seed.ts'
import { toTestSample } from './test-sample.view.ts'

export const testSampleHandlers = ({ db, testSamples }: LabsDeps) => [
  handle(routes.listTestSamples, async ({ workspaceId, query }) => {
    const { items, pagination } = await testSamples.list(workspaceId, query)
    return reply(200, { testSamples: items.map(toTestSample), pagination })
  }),

  handle(routes.seedTestSamples, async ({ workspaceId }) => {
    const codes = testSampleSeed.map(({ code }) => code)
    await db.transaction(async (tx) => {
      await testSamples.seed(workspaceId, testSampleSeed)
      publishTestSamplesSeeded(tx, workspaceId, codes)
    })
    return reply(200, {
      success: true,
      count: codes.length,
      message: `Seeded ${codes.length} test samples`,
    })
  }),
]
