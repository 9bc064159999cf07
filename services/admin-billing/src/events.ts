import { auditEventOf, defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import { z } from 'zod'
import { Plan } from './plans/plan.contract.ts'

export const PlanChanged = defineEvent({
  type: 'wp.admin-billing.plan.changed.v1',
  summary: 'A plan was added or changed',
  data: z.object({ plan: Plan }),
})

export const PlanRemoved = defineEvent({
  type: 'wp.admin-billing.plan.removed.v1',
  summary: 'A plan that no workspace was on was removed',
  data: z.object({ planId: IdString }),
})

export const AuditRecorded = auditEventOf('admin-billing')
