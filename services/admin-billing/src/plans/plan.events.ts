import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Plan } from './plan.contract.ts'
import type { StoredPlan } from './plan.store.ts'
import { toPlan } from './plan.view.ts'

export const PlanChanged = defineEvent({
  type: 'wp.admin-billing.plan.changed.v1',
  summary: 'A plan was created or updated',
  data: z.object({ plan: Plan }),
})

export const PlanRemoved = defineEvent({
  type: 'wp.admin-billing.plan.removed.v1',
  summary: 'A plan was removed',
  data: z.object({ planId: IdString }),
})

export const publishPlanChanged = (tx: Tx, stored: StoredPlan): void =>
  tx.publish(PlanChanged, { workspaceId: null, data: { plan: toPlan(stored) } })

export const publishPlanRemoved = (tx: Tx, planId: Id): void =>
  tx.publish(PlanRemoved, { workspaceId: null, data: { planId } })
