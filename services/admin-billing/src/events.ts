import { auditEventOf, defineEvent } from '@wp/bus'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { BusinessCategory } from './categories/category.contract.ts'
import { PlatformExpense } from './expenses/expense.contract.ts'
import { Payment } from './payments/payment.contract.ts'
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

export const BusinessCategoryChanged = defineEvent({
  type: 'wp.admin-billing.business-category.changed.v1',
  summary: 'A business category was added or changed',
  data: z.object({ businessCategory: BusinessCategory }),
})

export const PaymentRecorded = defineEvent({
  type: 'wp.admin-billing.payment.recorded.v1',
  summary: 'A workspace has paid',
  data: z.object({ payment: Payment }),
})

export const PlatformExpenseRecorded = defineEvent({
  type: 'wp.admin-billing.expense.recorded.v1',
  summary: 'The platform has spent something',
  data: z.object({ expense: PlatformExpense }),
})

export const SubscriptionExpiring = defineEvent({
  type: 'wp.admin-billing.subscription.expiring.v1',
  summary: 'A subscription ends in 14, 7 or 1 days; once for each workspace, end and distance',
  data: z.object({
    workspaceId: IdString,
    planId: IdString,
    subscriptionEndDate: Timestamp,
    /** The distance that is announced. */
    daysBefore: z.int(),
    /** The days that are left, fewer when the announcement was caught up. */
    daysLeft: z.int(),
  }),
})

export const AuditRecorded = auditEventOf('admin-billing')
