// Made by npm run wp -- docs from the services that have routes.
import type { AdminBillingRoutes } from '@workspace-platform/client/admin-billing'
import type { ContestsRoutes } from '@workspace-platform/client/contests'
import type { FinanceRoutes } from '@workspace-platform/client/finance'
import type { GatewayRoutes } from '@workspace-platform/client/gateway'
import type { IdentityRoutes } from '@workspace-platform/client/identity'
import type { LabsRoutes } from '@workspace-platform/client/labs'
import type { PosRoutes } from '@workspace-platform/client/pos'
import type { SchedulingRoutes } from '@workspace-platform/client/scheduling'
import type { StorefrontRoutes } from '@workspace-platform/client/storefront'
import type * as AdminBilling from '@wp/admin-billing/contract'
import type * as Contests from '@wp/contests/contract'
import type * as Finance from '@wp/finance/contract'
import type * as Gateway from '@wp/gateway/contract'
import type * as Identity from '@wp/identity/contract'
import type * as Labs from '@wp/labs/contract'
import type * as Pos from '@wp/pos/contract'
import type * as Scheduling from '@wp/scheduling/contract'
import type * as Storefront from '@wp/storefront/contract'

/** The contract of each service and what the client says of its routes. */
export type Areas = {
  'admin-billing': [typeof AdminBilling, AdminBillingRoutes]
  'contests': [typeof Contests, ContestsRoutes]
  'finance': [typeof Finance, FinanceRoutes]
  'gateway': [typeof Gateway, GatewayRoutes]
  'identity': [typeof Identity, IdentityRoutes]
  'labs': [typeof Labs, LabsRoutes]
  'pos': [typeof Pos, PosRoutes]
  'scheduling': [typeof Scheduling, SchedulingRoutes]
  'storefront': [typeof Storefront, StorefrontRoutes]
}
