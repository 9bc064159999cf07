import { ConfigError } from '@wp/config'
import type { RpcService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import type { RpcClient } from '@wp/rpc'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Closable } from './resources.ts'

type PeerDeps = {
  config: Record<string, unknown>
  logger: Logger
  metrics: Metrics
  use: (client: Closable) => void
}

/** Clients of other services, one for each, by the address that is configured for them. */
export const createPeerClients = ({ config, logger, metrics, use }: PeerDeps) => {
  const clients = new Map<string, unknown>()
  return <Definition>(service: RpcService<Definition>): RpcClient<Definition> => {
    const known = clients.get(service.name)
    if (known) return known as RpcClient<Definition>
    const client = rpcClient(service, { addresses: peerAddress(service.name, config), logger, metrics })
    clients.set(service.name, client)
    use(client)
    return client
  }
}

/** `wp.admin_billing.v1.AdminBillingService` is found under ADMIN_BILLING_RPC. */
const peerAddress = (fullName: string, config: Record<string, unknown>): string => {
  const service = fullName.split('.')[1] ?? fullName
  const key = `${service.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())}Rpc`
  const address = config[key]
  if (typeof address === 'string') return address
  throw new ConfigError([`${service.toUpperCase()}_RPC: is not set, and this service calls ${service}`])
}
