import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { IdString, Timestamp, withIsoTimes } from '@wp/kernel'
import { z } from 'zod'
import type { StoredAnalysis } from './analysis.types.ts'

/** An analysis without its ranges, which can be large. */
const AnalysisState = z.object({
  id: IdString,
  testName: z.string(),
  reportName: z.string(),
  billName: z.string(),
  price: z.number(),
  unitId: IdString.nullable(),
  deletedAt: Timestamp.nullable(),
})

export const AnalysisChanged = defineEvent({
  type: 'wp.labs.analysis.changed.v1',
  summary: 'An analysis was created, updated, deactivated or restored, or its ranges changed',
  data: z.object({ analysis: AnalysisState }),
})

export const publishAnalysisChanged = (tx: Tx, stored: StoredAnalysis): void =>
  tx.publish(AnalysisChanged, {
    workspaceId: stored.workspaceId,
    data: { analysis: withIsoTimes(stored) },
    aggregate: `analysis:${stored.id}`,
  })
