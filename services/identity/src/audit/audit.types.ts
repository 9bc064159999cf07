import type { Id } from '@wp/kernel'

export type AuditFilter = {
  actorId?: Id | undefined
  action?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}
