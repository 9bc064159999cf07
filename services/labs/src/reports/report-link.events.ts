import { defineAuditEvent } from '@wp/bus'
import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { defineCustomerMessage, requestCustomerMessage } from '@wp/workspaces'
import type { CustomerMessage } from '@wp/workspaces'
import type { StoredLabTest } from '../lab-tests/lab-test.types.ts'

export const CustomerMessageRequested = defineCustomerMessage('labs')

export const AuditRecorded = defineAuditEvent('labs')

/** Requests a message with a link to the report from identity; every call is a separate message. */
export const publishReportSent = (
  tx: Tx,
  labTest: StoredLabTest,
  recipient: CustomerMessage['recipient'],
  actorId: Id,
): void => {
  const { workspaceId, id, number, testDate } = labTest
  requestCustomerMessage(tx, CustomerMessageRequested, workspaceId, {
    type: 'lab_report.ready',
    recordId: id,
    version: newId(),
    recipient,
    details: { kind: 'report', number, testDate },
    expiresAt: null,
  })
  publishAudit(tx, labTest, 'lab-report.sent', actorId)
}

export const publishReportOpened = (tx: Tx, labTest: StoredLabTest): void =>
  publishAudit(tx, labTest, 'lab-report.opened', null)

/** `actorId` is null for the client, who has no account. */
const publishAudit = (tx: Tx, { workspaceId, id }: StoredLabTest, action: string, actorId: Id | null): void =>
  tx.publish(AuditRecorded, {
    workspaceId,
    data: {
      actorId,
      actorKind: actorId ? 'member' : 'system',
      action,
      targetType: 'lab-test',
      targetId: id,
    },
    aggregate: `message:${id}`,
  })
