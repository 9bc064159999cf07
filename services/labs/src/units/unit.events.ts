import { defineEvent } from '@wp/bus'
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

export const publishUnitChanged = (tx: Tx, stored: StoredUnit): void =>
  tx.publish(LabUnitChanged, {
    workspaceId: stored.workspaceId,
    data: { labUnit: toLabUnit(stored) },
    aggregate: `unit:${stored.id}`,
  })
