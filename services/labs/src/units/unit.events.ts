import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { LabUnit } from './unit.contract.ts'
import type { StoredUnit } from './unit.types.ts'
import { toLabUnit } from './unit.view.ts'

export const LabUnitPublished = definePublicEvent({
  service: 'labs',
  resource: 'lab_unit',
  field: 'labUnit',
  verbs: ['created', 'updated', 'deactivated', 'restored'],
  permission: 'labs.view',
  record: LabUnit,
})

export type UnitVerb = 'created' | 'updated' | 'deactivated' | 'restored'

export const publishUnitChanged = (tx: Tx, verb: UnitVerb, stored: StoredUnit): void =>
  publishPublicEvent(tx, LabUnitPublished, verb, stored.workspaceId, toLabUnit(stored))
