import { SubscriptionChanged } from '@wp/workspaces'
import { categoryRoutes } from './categories/category.contract.ts'
import { dashboardRoutes } from './dashboard/dashboard.contract.ts'
import {
  AuditRecorded,
  BusinessCategoryChanged,
  PaymentRecorded,
  PlanChanged,
  PlanRemoved,
  PlatformExpenseRecorded,
  SubscriptionExpiring,
} from './events.ts'
import { expenseRoutes } from './expenses/expense.contract.ts'
import { paymentRoutes } from './payments/payment.contract.ts'
import { planRoutes } from './plans/plan.contract.ts'
import { renewalRoutes } from './renewals/renewal.contract.ts'
import { ownViewRoutes } from './subscriptions/own-view.contract.ts'
import { subscriptionRoutes } from './subscriptions/subscription.contract.ts'
import { webhookRoutes } from './webhooks/webhook.contract.ts'

/** What others may import of admin-billing: its routes and its events. */
export * from './categories/category.contract.ts'
export * from './dashboard/dashboard.contract.ts'
export * from './events.ts'
export * from './expenses/expense.contract.ts'
export * from './payments/payment.contract.ts'
export * from './plans/plan.contract.ts'
export * from './renewals/renewal.contract.ts'
export * from './subscriptions/own-view.contract.ts'
export * from './subscriptions/subscription.contract.ts'
export * from './webhooks/webhook.contract.ts'
export { SubscriptionChanged }

export const routes = [
  ...planRoutes,
  ...categoryRoutes,
  ...subscriptionRoutes,
  ...renewalRoutes,
  ...paymentRoutes,
  ...expenseRoutes,
  ...dashboardRoutes,
  ...ownViewRoutes,
  ...webhookRoutes,
]
export const events = [
  PlanChanged,
  PlanRemoved,
  BusinessCategoryChanged,
  SubscriptionChanged,
  SubscriptionExpiring,
  PaymentRecorded,
  PlatformExpenseRecorded,
  AuditRecorded,
]
