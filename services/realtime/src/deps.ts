import type { Verifier } from '@wp/auth'
import type { Clock } from '@wp/kernel'
import type { storefrontService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Logger } from '@wp/telemetry'
import type { ChannelCatalogue } from './channels/channel-catalogue.store.ts'
import type { Channels } from './channels/channel.store.ts'
import type { Sources } from './channels/source.store.ts'
import type { ConnectionLimits } from './connections/connection.rules.ts'
import type { Connections } from './connections/connection.store.ts'

export type RealtimeDeps = {
  verifier: Verifier
  clock: Clock
  logger: Logger
  /** Client of storefront, which owns the jobs. */
  storefront: Pick<RpcClient<typeof storefrontService.definition>, 'getJob' | 'listChangedJobs'>
  catalogue: ChannelCatalogue
  sources: Sources
  channels: Channels
  connections: Connections
  limits: ConnectionLimits
}
