import { IdString } from '@wp/kernel'
import { z } from 'zod'
import { defineEvent } from './events.ts'

/** Who did what to which record; the envelope tells when, in which workspace and by which request. */
export const AuditEntry = z.object({
  actorId: IdString.nullable(),
  /** `member`: the owner or somebody of the staff. */
  actorKind: z.enum(['admin', 'owner', 'staff', 'member', 'system']),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** The audit event of a service: published in the transaction of the change, collected by identity. */
export const auditEventOf = <const Service extends string>(service: Service) =>
  defineEvent({
    type: `wp.${service}.audit.recorded.v1`,
    summary: 'Somebody did something that an auditor may ask about',
    data: AuditEntry,
  })
