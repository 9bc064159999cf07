// Written by npm run build from the protos.
// The types in `generated` are written by it too; nothing is loaded from there when a service runs.
import type { AdminBillingServiceDefinition } from './generated/wp/admin_billing/v1/AdminBillingService.ts'
import type { FinanceServiceDefinition } from './generated/wp/finance/v1/FinanceService.ts'
import type { IdentityServiceDefinition } from './generated/wp/identity/v1/IdentityService.ts'
import type { PosServiceDefinition } from './generated/wp/pos/v1/PosService.ts'
import type { SchedulingServiceDefinition } from './generated/wp/scheduling/v1/SchedulingService.ts'
import type { StorefrontServiceDefinition } from './generated/wp/storefront/v1/StorefrontService.ts'
import { loadService } from './loading.ts'

const here = import.meta.dirname

// Marked as pure, so that a bundled service only loads the files that it uses.

export const adminBillingService = /* @__PURE__ */ loadService<AdminBillingServiceDefinition>(
  here,
  'admin_billing/v1/admin_billing.proto',
  'wp.admin_billing.v1.AdminBillingService',
)
export const financeService = /* @__PURE__ */ loadService<FinanceServiceDefinition>(
  here,
  'finance/v1/finance.proto',
  'wp.finance.v1.FinanceService',
)
export const identityService = /* @__PURE__ */ loadService<IdentityServiceDefinition>(
  here,
  'identity/v1/identity.proto',
  'wp.identity.v1.IdentityService',
)
export const posService = /* @__PURE__ */ loadService<PosServiceDefinition>(
  here,
  'pos/v1/pos.proto',
  'wp.pos.v1.PosService',
)
export const schedulingService = /* @__PURE__ */ loadService<SchedulingServiceDefinition>(
  here,
  'scheduling/v1/scheduling.proto',
  'wp.scheduling.v1.SchedulingService',
)
export const storefrontService = /* @__PURE__ */ loadService<StorefrontServiceDefinition>(
  here,
  'storefront/v1/storefront.proto',
  'wp.storefront.v1.StorefrontService',
)

export { loadService, type RpcMethods, type RpcService, type Written } from './loading.ts'
