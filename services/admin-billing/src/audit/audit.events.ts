import { defineAuditEvent } from '@wp/bus'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'

export const AuditRecorded = defineAuditEvent('admin-billing')

export type AuditEntry = {
  adminId: Id
  action: string
  targetType: string
  targetId: string
  workspaceId?: Id
}

/** Publishes an audit entry, which identity stores. */
export const publishAuditEntry = (tx: Tx, entry: AuditEntry): void => {
  const { adminId, action, targetType, targetId, workspaceId } = entry
  tx.publish(AuditRecorded, {
    workspaceId: workspaceId ?? null,
    data: { actorId: adminId, actorKind: 'admin', action, targetType, targetId },
    aggregate: targetId,
  })
}
