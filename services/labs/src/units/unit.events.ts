import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { LabUnit } from './unit.contract.ts'
import type { StoredUnit } from './unit.types.ts'
import { toLabUnit } from './unit.view.ts'

export const LabUnitChanged = defineEvent({
  type: 'wp.labs.unit.changed.v1',
  summary: 'A unit of measurement was created, updated, deactivated or restored',
  data: z.object({ labUnit: LabUnit }),
})

export const LabUnitPublished = definePublicEvent({
  service: 'labs',
  resource: 'lab_unit',
  field: 'labUnit',
  verbs: ['created', 'updated', 'deactivated', 'restored'],
  permission: 'labs.view',
  record: LabUnit,
})

export type UnitVerb = 'created' | 'updated' | 'deactivated' | 'restored'

export const publishUnitChanged = (tx: Tx, verb: UnitVerb, stored: StoredUnit): void => {
  const { workspaceId, id } = stored
  const labUnit = toLabUnit(stored)
  tx.publish(LabUnitChanged, { workspaceId, data: { labUnit }, aggregate: `unit:${id}` })
  publishPublicEvent(tx, LabUnitPublished, verb, workspaceId, labUnit)
}
