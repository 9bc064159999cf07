import { handle, reply } from '@wp/http'
import { withIsoTimes } from '@wp/kernel'
import { TestSamplesSeeded } from '../events.ts'
import type { Labs } from '../service.ts'
import { listTestSamples, seedTestSamples } from './test-sample.contract.ts'
import { testSampleSeed } from './test-sample.seed.ts'

export const testSampleHandlers = ({ db, testSamples }: Labs) => [
  handle(listTestSamples, async ({ workspaceId, query }) => {
    const { items, pagination } = await testSamples.list(workspaceId, query)
    return reply(200, { testSamples: items.map(withIsoTimes), pagination })
  }),

  handle(seedTestSamples, async ({ workspaceId }) => {
    const count = testSampleSeed.length
    await db.transaction(async (tx) => {
      await testSamples.seed(workspaceId, testSampleSeed)
      tx.publish(TestSamplesSeeded, {
        workspaceId,
        data: { codes: testSampleSeed.map(({ code }) => code) },
        aggregate: workspaceId,
      })
    })
    return reply(200, { success: true, count, message: `${count} test samples are in place` })
  }),
]
