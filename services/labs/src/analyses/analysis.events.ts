import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Analysis } from './analysis.contract.ts'

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

export const LabAnalysisPublished = definePublicEvent({
  service: 'labs',
  resource: 'lab_analysis',
  field: 'analysis',
  channel: 'lab_analyses',
  verbs: ['created', 'updated', 'deactivated', 'restored'],
  permission: 'labs.view',
  record: Analysis,
})

export type AnalysisVerb = 'created' | 'updated' | 'deactivated' | 'restored'

export const publishAnalysisChanged = (tx: Tx, verb: AnalysisVerb, analysis: Analysis): void => {
  const { workspaceId, id } = analysis
  tx.publish(AnalysisChanged, { workspaceId, data: { analysis }, aggregate: `analysis:${id}` })
  publishPublicEvent(tx, LabAnalysisPublished, verb, workspaceId, analysis)
}
