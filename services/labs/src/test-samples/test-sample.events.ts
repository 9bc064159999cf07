import { defineEvent } from '@wp/bus'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'

export const TestSamplesSeeded = defineEvent({
  type: 'wp.labs.test-sample.seeded.v1',
  summary: 'The standard test samples were seeded',
  data: z.object({ codes: z.array(z.string()) }),
})

export const publishTestSamplesSeeded = (tx: Tx, workspaceId: Id, codes: string[]): void =>
  tx.publish(TestSamplesSeeded, { workspaceId, data: { codes }, aggregate: workspaceId })
