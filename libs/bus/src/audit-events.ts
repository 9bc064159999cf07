import { IdString } from '@wp/kernel'
import { z } from 'zod'
import { defineEvent } from './events.ts'

/** Describes who did what to which record. The envelope contains the time, workspace and request. */
export const AuditEntry = z.object({
  actorId: IdString.nullable(),
  /** `member`: the owner or a staff member. `operator`: someone who ran a command in a container. */
  actorKind: z.enum(['admin', 'owner', 'staff', 'member', 'operator', 'system']),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

/**
 * Declares a service's audit event. Publish it in the same transaction as the change; the identity service stores it.
 */
export const defineAuditEvent = <const Service extends string>(service: Service) =>
  defineEvent({
    type: `wp.${service}.audit.recorded.v1`,
    summary: 'An action was recorded for the audit log',
    data: AuditEntry,
  })
