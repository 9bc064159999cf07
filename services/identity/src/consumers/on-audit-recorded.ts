import { defineAuditEvent, defineConsumer } from '@wp/bus'
import { nameActor } from '../audit/audit.actions.ts'
import type { IdentityDeps } from '../deps.ts'

const services = [
  'identity',
  'admin-billing',
  'scheduling',
  'storefront',
  'pos',
  'finance',
  'labs',
  'contests',
  'realtime',
  'webhooks',
] as const

/** Stores the audit entries that services publish; identity does so only for commands of operators. */
export const onAuditRecorded = (deps: IdentityDeps) =>
  defineConsumer({
    name: 'on-audit-recorded',
    events: services.map((service) => defineAuditEvent(service)),
    handle: async ({ workspaceId, requestId, time, data }) => {
      const entry = { ...data, workspaceId, requestId, at: new Date(time) }
      await deps.audit.insert(await nameActor(deps, entry))
    },
    inBatches: true,
  })
