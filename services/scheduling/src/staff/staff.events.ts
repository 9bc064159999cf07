import { defineAuditEvent, defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Staff } from './staff.contract.ts'
import type { StoredStaff } from './staff.store.ts'
import { toStaff } from './staff.view.ts'

export const StaffChanged = defineEvent({
  type: 'wp.scheduling.staff.changed.v1',
  summary:
    'A staff member was updated, and the update contains the name. The event does not contain answers to custom fields.',
  data: z.object({ staff: Staff.omit({ fieldValues: true }) }),
})

export const AuditRecorded = defineAuditEvent('scheduling')

export const StaffPublished = definePublicEvent({
  service: 'scheduling',
  resource: 'staff',
  channel: 'staff',
  verbs: ['created', 'updated', 'removed'],
  permission: 'staff.view',
  record: Staff,
})

/** `changes` is the update; a new record has no previous name that others would have to replace. */
export const publishStaffChanged = (
  tx: Tx,
  verb: 'created' | 'updated',
  stored: StoredStaff,
  changes: { name?: string | undefined } = {},
): void => {
  const staff = toStaff(stored)
  if (changes.name !== undefined)
    tx.publish(StaffChanged, { workspaceId: stored.workspaceId, data: { staff } })
  publishPublicEvent(tx, StaffPublished, verb, stored.workspaceId, staff)
}

export const publishStaffRemoved = (tx: Tx, stored: StoredStaff): void =>
  publishPublicEvent(tx, StaffPublished, 'removed', stored.workspaceId, toStaff(stored))

/** `actorId` is null for changes that an old version started, because it did not store the actor. */
export const publishStaffAudit = (
  tx: Tx,
  { workspaceId, id }: StoredStaff,
  action: 'staff.created' | 'staff.updated' | 'staff.removed',
  actorId: Id | null,
): void =>
  tx.publish(AuditRecorded, {
    workspaceId,
    data: { actorId, actorKind: actorId ? 'member' : 'system', action, targetType: 'staff', targetId: id },
    aggregate: `staff:${id}`,
  })
