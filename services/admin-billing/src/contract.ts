import { SubscriptionChanged } from '@wp/workspaces'
import { categoryRoutes } from './categories/category.contract.ts'
import { AuditRecorded, PlanChanged, PlanRemoved } from './events.ts'
import { planRoutes } from './plans/plan.contract.ts'
import { subscriptionRoutes } from './subscriptions/subscription.contract.ts'

/** What others may import of admin-billing: its routes and its events. */
export * from './categories/category.contract.ts'
export * from './events.ts'
export * from './plans/plan.contract.ts'
export * from './subscriptions/subscription.contract.ts'
export { SubscriptionChanged }

export const routes = [...planRoutes, ...categoryRoutes, ...subscriptionRoutes]
export const events = [PlanChanged, PlanRemoved, SubscriptionChanged, AuditRecorded]
