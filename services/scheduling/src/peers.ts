import type { adminBillingService, identityService, posService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'

type ClientOf<Service> = Service extends { definition: infer Definition } ? RpcClient<Definition> : never

/** What scheduling asks of other services. */
export type Billing = Pick<
  ClientOf<typeof adminBillingService>,
  'reserveQuota' | 'commitQuota' | 'releaseQuota'
>
export type Accounts = Pick<ClientOf<typeof identityService>, 'upsertStaffAccount' | 'removeStaffAccount'>
export type Invoicing = Pick<ClientOf<typeof posService>, 'createDraftInvoice'>
