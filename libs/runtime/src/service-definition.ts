import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RevocationList, Verifier } from '@wp/auth'
import type { Bus, Consumer } from '@wp/bus'
import type { ConfigDefinition, ConfigOf } from '@wp/config'
import { ServiceDeclaration } from '@wp/credentials'
import type { BoundRoute, WorkspaceDirectory } from '@wp/http'
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

/** What a service is given to open itself with. `db` is null for a service without a database. */
export type ServiceContext<Config extends ConfigDefinition, Db extends DatabaseDeclaration | false> = {
  readonly config: AllSettings<Config>
  readonly db: Db extends false ? null : Database
  readonly bus: Bus
  readonly verifier: Verifier
  /** What the verifier asks; identity may apply its own revocations at once. */
  readonly revocations: RevocationList
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Closes the resource when the service stops, the latest first; gives it back. */
  readonly use: {
    <Resource extends Closable>(resource: Promise<Resource>): Promise<Resource>
    <Resource extends Closable>(resource: Resource): Resource
  }
  /** A client of another service; fails at start when its address is not configured. The same service gives the same client. */
  readonly rpc: <Definition>(service: RpcService<Definition>) => RpcClient<Definition>
}

/** What others reach an opened service by. */
export type ServiceEndpoints = {
  readonly routes?: readonly (BoundRoute | readonly BoundRoute[])[]
  /** In place of routes: an HTTP server of its own, with its handlers, not listening yet; no manifest is published for it. */
  readonly server?: Server
  readonly rpc?: RpcImplementation | readonly RpcImplementation[]
  readonly consumers?: readonly Consumer[]
  readonly jobs?: readonly Job[]
  /** Needed as soon as a route asks for a workspace. */
  readonly workspaces?: WorkspaceDirectory
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Paths on which `onUpgrade` answers; the manifest names them. */
  readonly upgrades?: readonly string[]
  /** Called when draining begins, before the HTTP server closes: end long-lived connections here. */
  readonly onDrain?: () => void | Promise<void>
  /** Asked together with the database whenever someone asks whether the service is ready. */
  readonly ready?: () => Promise<boolean>
}

/** What a service is made of. */
export type ServiceDefinition<
  Config extends ConfigDefinition = ConfigDefinition,
  Db extends DatabaseDeclaration | false = DatabaseDeclaration | false,
> = {
  readonly name: string
  /** What it uses of the others: its `service.json`. Without one nothing is checked. */
  readonly declaration?: ServiceDeclaration
  readonly config: Config
  readonly database: Db
  /** False starts also while NATS is away; otherwise the start waits for it. */
  readonly needsNats?: boolean
  /** Only for the service that makes the tokens: it is asked instead of identity over gRPC, and the heartbeat is sent for it. */
  authority?(
    context: Pick<ServiceContext<Config, Db>, 'config' | 'db' | 'clock' | 'logger'>,
  ): TokenAuthority | Promise<TokenAuthority>
  open(context: ServiceContext<Config, Db>): ServiceEndpoints | Promise<ServiceEndpoints>
}

/**
 * Declares a service; nothing happens until it is started. Throws when the name is not in kebab-case, or when the
 * declaration is malformed or says something else about the database.
 */
export const defineService = <
  const Config extends ConfigDefinition,
  const Db extends DatabaseDeclaration | false,
>(
  name: string,
  {
    declaration: declared,
    ...definition
  }: Omit<ServiceDefinition<Config, Db>, 'name' | 'declaration'> & {
    readonly declaration?: unknown
  },
): ServiceDefinition<Config, Db> => {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new TypeError(`"${name}" is no name for a service: use words in lower case, joined by -`)
  if (declared === undefined) return { name, ...definition }
  const declaration = ServiceDeclaration.parse(declared)
  if (declaration.database !== (definition.database !== false))
    throw new TypeError(`${name} and its service.json disagree on whether it has a database`)
  return { name, declaration, ...definition }
}
