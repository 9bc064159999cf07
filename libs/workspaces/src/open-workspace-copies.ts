import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { adminBillingService, identityService } from '@wp/protos'
import type { RpcService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Logger } from '@wp/telemetry'
import type { BillingClient } from './replies.ts'
import { workspaceCopies } from './workspace-copies.ts'
import type { WorkspaceCopies } from './workspace-copies.ts'

type Context = {
  db: Database
  clock: Clock
  logger: Logger
  rpc: <Definition>(service: RpcService<Definition>) => RpcClient<Definition>
}

/**
 * Opens a service's workspace copies, with gRPC clients for identity and admin-billing. The admin-billing service
 * passes its own implementation as `billing`.
 */
export const openWorkspaceCopies = (
  { rpc, ...context }: Context,
  { billing = rpc(adminBillingService) }: { billing?: BillingClient } = {},
): WorkspaceCopies => workspaceCopies({ ...context, identity: rpc(identityService), billing })
