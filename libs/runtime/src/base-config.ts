import { isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { defineConfig, serverAddress, setting } from '@wp/config'
import type { ConfigDefinition } from '@wp/config'
import type { ServiceDeclaration } from '@wp/credentials'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535).default(0)

const peerDescription = (service: string): string =>
  `gRPC address of ${service}: host:port, several separated by commas, or dns:///name:port`

/** Returns a setting such as ADMIN_BILLING_RPC for each service that is called. */
const peerSettings = (calls: ServiceDeclaration['calls']): ConfigDefinition =>
  Object.fromEntries(
    Object.keys(calls).map((peer) => [
      `${peer.toUpperCase().replaceAll('-', '_')}_RPC`,
      setting(z.string().optional(), peerDescription(peer)),
    ]),
  )

/** Settings that every service has; each service adds its own. */
export const baseConfig = defineConfig({
  HOST: setting(
    z.string().default('127.0.0.1'),
    'Address that the servers listen on; 0.0.0.0 in a container, :: for IPv4 and IPv6',
  ),
  ADVERTISE_HOST: setting(
    z.string().optional(),
    'Host name that other services use to reach this process; HOST by default, or the host name of the machine if HOST is 0.0.0.0 or ::',
  ),
  OPS_HOST: setting(
    z.string().default('127.0.0.1'),
    'Address of the server for /live, /ready and /metrics; 0.0.0.0 or :: if probes come from other machines',
  ),
  HTTP_PORT: setting(port, 'Port of the HTTP server; 0 chooses a free port'),
  RPC_PORT: setting(port, 'Port of the gRPC server; 0 chooses a free port'),
  REQUEST_DEADLINE_MS: setting(
    z.coerce.number().int().min(1000).max(600_000).default(15_000),
    'Longest time that a request has for database operations and calls to other services, in milliseconds',
  ),
  DRAIN_MS: setting(
    z.coerce.number().int().min(3000).max(600_000).default(10_000),
    'Longest time that open requests have to finish after SIGTERM, in milliseconds; WebSockets are closed over the first half',
  ),
  RPC_DEADLINE_MS: setting(
    z.coerce.number().int().min(100).max(60_000).default(2000),
    'Longest time that a call to another service may take, in milliseconds',
  ),
  OPS_PORT: setting(port, 'Port of /live, /ready and /metrics; 0 chooses a free port'),
  CREDENTIALS_DIR: setting(
    z.string().optional(),
    'Folder with the credentials of this service: rpc-key.pem, rpc-callers.json, nats.seed',
  ),
  MONGODB_URL: setting(
    serverAddress(
      /^mongodb(\+srv)?:\/\//,
      'must begin with mongodb:// or mongodb+srv://, with percent-encoded user name and password',
    ),
    'URL of the database',
  ),
  MONGODB_POOL_SIZE: setting(
    z.coerce.number().int().min(10).max(1000).optional(),
    'Maximum connections to each MongoDB server, unless MONGODB_URL contains maxPoolSize (default 60)',
  ),
  DATABASE_PREFIX: setting(
    z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,30}$/, 'must consist of lowercase letters, digits and underscores')
      .default('wp_'),
    'Prefix of the database name, followed by the name of the service',
  ),
  DATABASE_DEADLINE_MS: setting(
    z.coerce.number().int().min(100).max(60_000).default(4000),
    'Longest time that a database operation may take, in milliseconds',
  ),
  NATS_URL: setting(
    serverAddress(
      /^(nats|tls):\/\//,
      'must begin with nats:// or tls://, with percent-encoded user name and password',
    ),
    'URL of NATS; separate several with commas',
  ),
  NATS_REPLICAS: setting(
    z.coerce.number().int().min(1).max(5).default(1),
    'Replicas of each new stream; use 3 in a NATS cluster',
  ),
  NATS_STREAM_MB: setting(
    z.coerce.number().int().min(1).default(1024),
    'Maximum size of each new stream in MiB, which NATS reserves; a full stream rejects events until its oldest ones expire after 7 days',
  ),
  NATS_STORE_MB: setting(
    z.coerce.number().int().min(1).optional(),
    'Storage of JetStream in MiB (max_file_store of all NATS servers together), for the alert JetStreamFills',
  ),
  UPLOAD_SPOOL_MB: setting(
    z.coerce.number().int().min(1).default(1024),
    'Maximum space in the temporary folder for unanswered uploads, in MiB',
  ),
  CHECK_PLANS: setting(
    z.enum(['0', '1']).default('0'),
    '1 rejects queries without a matching index; for tests and development',
  ),
  NODE_ENV: setting(
    z.enum(['development', 'test', 'production']).default('production'),
    'production requires authenticated connections; development and test do not',
  ),
  LOG_LEVEL: setting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'Minimum level of log lines',
  ),
  TOKEN_ISSUER: setting(z.string().default('workspace-platform'), 'iss of access tokens'),
  TOKEN_AUDIENCE: setting(z.string().default('workspace-platform'), 'aud of access tokens'),
  PUBLIC_URL: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).default('http://127.0.0.1:8080'),
    'Public URL of the gateway',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.url().optional(),
    'URL for traces (OTLP over HTTP); tracing is off without it',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce.number().min(0).max(1).default(1),
    'Share of new traces to sample, from 0 to 1',
  ),
  WP_ANNOUNCE: setting(
    z.enum(['0', '1']).default('0'),
    '1 prints a line of JSON when ready, and ignores SIGINT because the parent process handles it',
  ),
})

export type BaseConfig = typeof baseConfig

const requiredIdentity = setting(z.string(), peerDescription('identity'))
const unusedDatabase = setting(z.string().optional(), 'Not used by this service')

/**
 * Returns a service's settings, with the addresses of the services that it declares to call. MONGODB_URL is optional
 * for a service without a database; IDENTITY_RPC is required unless the service issues tokens.
 */
export const settingsFor = (definition: {
  config: ConfigDefinition
  database: unknown
  authority?: unknown
  declaration?: Pick<ServiceDeclaration, 'calls'> | undefined
}): BaseConfig => ({
  ...baseConfig,
  ...peerSettings(definition.declaration?.calls ?? {}),
  ...(definition.database === false
    ? { MONGODB_URL: unusedDatabase as unknown as BaseConfig['MONGODB_URL'] }
    : {}),
  ...(definition.authority ? {} : { IDENTITY_RPC: requiredIdentity }),
  ...definition.config,
})

/**
 * Returns the host that other services connect to, in the form used in URLs: ADVERTISE_HOST or, without it,
 * the machine's host name when listening on all addresses, otherwise HOST.
 */
export const advertisedHost = (config: { advertiseHost?: string | undefined; host: string }): string => {
  const own = config.host === '0.0.0.0' || config.host === '::' ? hostname() : config.host
  const host = config.advertiseHost ?? own
  return isIPv6(host) ? `[${host}]` : host
}
