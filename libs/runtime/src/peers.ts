import { ConfigError } from '@wp/config'
import type { ServiceDeclaration, ServiceTokens } from '@wp/credentials'
import type { RpcService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import type { RpcClient } from '@wp/rpc'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Closable } from './resources.ts'

type PeerDeps = {
  config: Record<string, unknown>
  /** The methods that it says it calls; others fail at once. Left out: all. */
  calls?: ServiceDeclaration['calls']
  tokens?: ServiceTokens
  logger: Logger
  metrics: Metrics
  use: (client: Closable) => void
}

/** Clients of other services, one for each, by the address that is configured for them. */
export const createPeerClients = ({ config, calls, tokens, logger, metrics, use }: PeerDeps) => {
  const clients = new Map<string, unknown>()
  return <Definition>(service: RpcService<Definition>): RpcClient<Definition> => {
    const known = clients.get(service.name)
    if (known) return known as RpcClient<Definition>
    const client = rpcClient(service, {
      addresses: peerAddress(service.name, config),
      logger,
      metrics,
      ...(tokens && { tokens }),
    })
    use(client)
    const allowed = calls ? keepDeclared(client, calls, nameOf(service.name).replaceAll('_', '-')) : client
    clients.set(service.name, allowed)
    return allowed
  }
}

const nameOf = (fullName: string): string => fullName.split('.')[1] ?? fullName

/** A client without the methods that the declaration does not list: what is not declared is refused by the callee, too. */
const keepDeclared = <Client extends object>(
  client: Client,
  calls: ServiceDeclaration['calls'],
  peer: string,
): Client => {
  const methods = calls[peer]
  if (!methods) throw new TypeError(`This service calls ${peer}, and its service.json does not say so`)
  const declared = new Set(methods.map((method) => method.charAt(0).toLowerCase() + method.slice(1)))
  const fail = (method: string) => () =>
    Promise.reject(
      new TypeError(`This service calls ${peer}.${method}, and its service.json does not say so`),
    )
  return Object.fromEntries(
    Object.entries(client).map(([name, call]: [string, unknown]) =>
      name === 'close' || declared.has(name) ? [name, call] : [name, fail(name)],
    ),
  ) as Client
}

/** `wp.admin_billing.v1.AdminBillingService` is found under ADMIN_BILLING_RPC. */
const peerAddress = (fullName: string, config: Record<string, unknown>): string => {
  const service = nameOf(fullName)
  const key = `${service.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())}Rpc`
  const address = config[key]
  if (typeof address === 'string') return address
  throw new ConfigError([`${service.toUpperCase()}_RPC: is not set, and this service calls ${service}`])
}
