import { defineAuditEvent, defineConsumer } from '@wp/bus'
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
export const onAuditRecorded = ({ audit }: IdentityDeps) =>
  defineConsumer({
    name: 'on-audit-recorded',
    events: services.map((service) => defineAuditEvent(service)),
    handle: async ({ workspaceId, requestId, time, data }) => {
      await audit.insert({ ...data, workspaceId, requestId, at: new Date(time) })
    },
    inBatches: true,
  })
