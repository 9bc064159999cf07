import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { Analysis } from './analysis.contract.ts'

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

export const publishAnalysisChanged = (tx: Tx, verb: AnalysisVerb, analysis: Analysis): void =>
  publishPublicEvent(tx, LabAnalysisPublished, verb, analysis.workspaceId, analysis)
