import { auditEventOf } from '@wp/bus'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'

export const AuditRecorded = auditEventOf('admin-billing')

/** What an administrator did, as auditors see it. */
export type AuditEntry = {
  adminId: Id
  action: string
  targetType: string
  targetId: string
  /** The workspace it concerns, when it concerns one. */
  workspaceId?: Id
}

/** Tells identity's audit, in the transaction of the change. */
export const recordAudit = (tx: Tx, entry: AuditEntry): void => {
  const { adminId, action, targetType, targetId, workspaceId } = entry
  tx.publish(AuditRecorded, {
    workspaceId: workspaceId ?? null,
    data: { actorId: adminId, actorKind: 'admin', action, targetType, targetId },
    aggregate: targetId,
  })
}
