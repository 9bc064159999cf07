import { defineAuditEvent, defineConsumer } from '@wp/bus'
import { nameActor } from '../audit/audit.actions.ts'
import type { IdentityDeps } from '../deps.ts'

const services = [
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

/** Stores the audit entries that other services publish. */
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
