import { ConfigError } from '@wp/config'
import type { ServiceDeclaration, ServiceTokens } from '@wp/credentials'
import type { RpcService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import type { RpcClient } from '@wp/rpc'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Closable } from './resources.ts'

type PeerDeps = {
  config: Record<string, unknown>
  deadlineMs?: number
  /** The declared methods; calls to other methods fail immediately. If absent, all methods are allowed. */
  calls?: ServiceDeclaration['calls']
  tokens?: ServiceTokens
  logger: Logger
  metrics: Metrics
  use: (client: Closable) => void
}

/** Returns a function that creates one client per service, using the configured address. */
export const createPeerClients = ({ config, deadlineMs, calls, tokens, logger, metrics, use }: PeerDeps) => {
  const clients = new Map<string, unknown>()
  return <Definition>(service: RpcService<Definition>): RpcClient<Definition> => {
    const known = clients.get(service.name)
    if (known) return known as RpcClient<Definition>
    const client = rpcClient(service, {
      addresses: peerAddress(service.name, config),
      logger,
      metrics,
      ...(tokens && { tokens }),
      ...(deadlineMs && { deadlineMs }),
    })
    use(client)
    const allowed = calls
      ? withDeclaredMethods(client, calls, nameOf(service.name).replaceAll('_', '-'))
      : client
    clients.set(service.name, allowed)
    return allowed
  }
}

const nameOf = (fullName: string): string => fullName.split('.')[1] ?? fullName

/** Replaces undeclared methods with functions that fail; the called service would reject them anyway. */
const withDeclaredMethods = <Client extends object>(
  client: Client,
  calls: ServiceDeclaration['calls'],
  peer: string,
): Client => {
  const methods = calls[peer]
  if (!methods) throw new TypeError(`This service calls ${peer} without declaring it in service.json`)
  const declared = new Set(methods.map((method) => method.charAt(0).toLowerCase() + method.slice(1)))
  const fail = (method: string) => () =>
    Promise.reject(new TypeError(`This service calls ${peer}.${method} without declaring it in service.json`))
  return Object.fromEntries(
    Object.entries(client).map(([name, call]: [string, unknown]) =>
      name === 'close' || declared.has(name) ? [name, call] : [name, fail(name)],
    ),
  ) as Client
}

/** The address of `wp.admin_billing.v1.AdminBillingService` is configured in ADMIN_BILLING_RPC. */
const peerAddress = (fullName: string, config: Record<string, unknown>): string => {
  const service = nameOf(fullName)
  const key = `${service.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())}Rpc`
  const address = config[key]
  if (typeof address === 'string') return address
  throw new ConfigError([`${service.toUpperCase()}_RPC: is not set, but this service calls ${service}`])
}
