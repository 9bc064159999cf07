import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { AuditRecorded } from './events.ts'

/** An administrator's deed, as auditors see it. */
export type Deed = {
  adminId: Id
  action: string
  targetType: string
  targetId: string
  /** The workspace it concerns, when it concerns one. */
  workspaceId?: Id
}

/** Tells identity's audit of a deed, in the transaction of the change. */
export const recordDeed = (tx: Tx, { adminId, action, targetType, targetId, workspaceId }: Deed): void => {
  tx.publish(AuditRecorded, {
    workspaceId: workspaceId ?? null,
    data: { actorId: adminId, actorKind: 'admin', action, targetType, targetId },
    aggregate: targetId,
  })
}
