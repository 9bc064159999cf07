import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RevocationList, Verifier } from '@wp/auth'
import type { Bus, Consumer } from '@wp/bus'
import type { ConfigDefinition, ConfigOf } from '@wp/config'
import { ServiceDeclaration } from '@wp/credentials'
import type { BoundRoute, WorkspaceDirectory, WorkspaceView } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Collection, Database, Migration } from '@wp/mongo'
import type { RpcService } from '@wp/protos'
import type { RpcClient, RpcImplementation } from '@wp/rpc'
import type { Logger, Metrics } from '@wp/telemetry'
import type { BaseConfig } from './base-config.ts'
import type { Job } from './jobs.ts'
import type { Closable } from './resources.ts'
import type { TokenAuthority } from './token-authority.ts'

export type DatabaseDeclaration = {
  readonly collections: readonly Collection<object>[]
  readonly migrations?: readonly Migration[]
}

type AllSettings<Config extends ConfigDefinition> = ConfigOf<Omit<BaseConfig, keyof Config> & Config>

/** The context passed to `open`. `db` is null for a service without a database. */
export type ServiceContext<Config extends ConfigDefinition, Db extends DatabaseDeclaration | false> = {
  readonly config: AllSettings<Config>
  readonly db: Db extends false ? null : Database
  readonly bus: Bus
  readonly verifier: Verifier
  /** The verifier's revocation list. Identity adds its own revocations to it immediately. */
  readonly revocations: RevocationList
  /** In a service with a database, corrected by the database's time. */
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Returns the resource and closes it when the service stops. Resources are closed in reverse order. */
  readonly use: {
    <Resource extends Closable>(resource: Promise<Resource>): Promise<Resource>
    <Resource extends Closable>(resource: Resource): Resource
  }
  /**
   * Returns the client for another service; repeated calls return the same client. Throws at startup if the service's
   * address is not configured.
   */
  readonly rpc: <Definition>(service: RpcService<Definition>) => RpcClient<Definition>
}

/** A service's endpoints. Its directory returns workspaces of type `Found`; its handlers use the type `Used`. */
export type ServiceEndpoints<
  Found extends WorkspaceView = WorkspaceView,
  Used extends WorkspaceView = never,
> = {
  readonly routes?: readonly (BoundRoute<Used> | readonly BoundRoute<Used>[])[]
  /**
   * The service's own HTTP server, used instead of routes. It must not be listening yet, and no manifest is published
   * for it.
   */
  readonly server?: Server
  readonly rpc?: RpcImplementation | readonly RpcImplementation[]
  readonly consumers?: readonly Consumer[]
  readonly jobs?: readonly Job[]
  /** Required if a route requires a workspace. */
  readonly workspaces?: WorkspaceDirectory<Found>
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Paths that `onUpgrade` handles; published in the manifest. */
  readonly upgrades?: readonly string[]
  /**
   * Called when draining starts, before the HTTP server closes: close long-lived connections here, spread over `ms`
   * (`spread`).
   */
  readonly onDrain?: (ms: number) => void | Promise<void>
  /** An additional readiness check. */
  readonly ready?: () => Promise<boolean>
}

export type ServiceDefinition<
  Config extends ConfigDefinition = ConfigDefinition,
  Db extends DatabaseDeclaration | false = DatabaseDeclaration | false,
> = {
  readonly name: string
  /** The service's `service.json`, which declares what it uses and serves. If absent, nothing is checked. */
  readonly declaration?: ServiceDeclaration
  /** The module with the service's routes and events; its public events become part of the manifest. */
  readonly contract?: object
  readonly config: Config
  readonly database: Db
  /** If false, the service starts while NATS is down. Otherwise startup waits for NATS. */
  readonly needsNats?: boolean
  /**
   * Returns the authority that is used instead of calling identity over gRPC. Only for the service that issues
   * tokens, which also sends a heartbeat.
   */
  authority?(
    context: Pick<ServiceContext<Config, Db>, 'config' | 'db' | 'clock' | 'logger'>,
  ): TokenAuthority | Promise<TokenAuthority>
  open(context: ServiceContext<Config, Db>): ServiceEndpoints | Promise<ServiceEndpoints>
}

/**
 * Declares a service without starting it. Throws when the name is not in kebab-case, or when the declaration is
 * invalid or does not match `database`.
 */
export const defineService = <
  const Config extends ConfigDefinition,
  const Db extends DatabaseDeclaration | false,
  View extends WorkspaceView,
>(
  name: string,
  {
    declaration: declared,
    ...definition
  }: Omit<ServiceDefinition<Config, Db>, 'name' | 'declaration' | 'open'> & {
    readonly declaration?: unknown
    open(
      context: ServiceContext<Config, Db>,
    ): ServiceEndpoints<View, View> | Promise<ServiceEndpoints<View, View>>
  },
): ServiceDefinition<Config, Db> => {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new TypeError(`"${name}" is not a valid service name: use lowercase words joined by -`)
  if (declared === undefined) return { name, ...definition }
  const declaration = ServiceDeclaration.parse(declared)
  if (declaration.database !== (definition.database !== false))
    throw new TypeError(`${name} and its service.json disagree on whether it has a database`)
  return { name, declaration, ...definition }
}
