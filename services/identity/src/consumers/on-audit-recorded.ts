import { defineConsumer, defineEvent } from '@wp/bus'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import type { Identity } from '../parts.ts'

const Recorded = z.object({
  actorId: IdString.nullish(),
  actorKind: z.string(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string().nullish(),
  requestId: z.string().nullish(),
  at: Timestamp,
})

const services = [
  'admin-billing',
  'scheduling',
  'storefront',
  'pos',
  'finance',
  'labs',
  'contests',
  'realtime',
] as const

const events = services.map((service) =>
  defineEvent({
    type: `wp.${service}.audit.recorded.v1`,
    summary: 'Somebody did something that must be traceable',
    data: Recorded,
  }),
)

/** Identity keeps the audit of the whole platform. */
export const onAuditRecorded = ({ audit }: Identity) =>
  defineConsumer({
    name: 'on-audit-recorded',
    events,
    handle: async ({ workspaceId, data }) => {
      await audit.insert({
        ...data,
        workspaceId,
        actorId: data.actorId ?? null,
        targetId: data.targetId ?? null,
        requestId: data.requestId ?? null,
        at: new Date(data.at),
      })
    },
  })
