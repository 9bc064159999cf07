import { hostname } from 'node:os'
import { defineConfig, serverAddress, setting } from '@wp/config'
import type { ConfigDefinition } from '@wp/config'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535).default(0)
const peerSetting = (service: string) =>
  setting(
    z.string().optional(),
    `gRPC address of ${service}: host:port, several with commas, or dns:///name:port`,
  )

/** The settings that every service has. Its own are added to them. */
export const baseConfig = defineConfig({
  HOST: setting(
    z.string().default('127.0.0.1'),
    'Address that the servers listen on; 0.0.0.0 in a container',
  ),
  ADVERTISE_HOST: setting(
    z.string().optional(),
    'Host under which others reach this process; HOST by default',
  ),
  OPS_HOST: setting(
    z.string().default('127.0.0.1'),
    'Address that /live, /ready and /metrics listen on; 0.0.0.0 where probes come from other machines',
  ),
  HTTP_PORT: setting(port, 'Port of the HTTP server; 0 takes a free one'),
  RPC_PORT: setting(port, 'Port of the gRPC server; 0 takes a free one'),
  OPS_PORT: setting(port, 'Port of /live, /ready and /metrics; 0 takes a free one'),
  CREDENTIALS_DIR: setting(
    z.string().optional(),
    'Folder with what proves who this service is: rpc-key.pem, rpc-callers.json, nats.seed',
  ),
  MONGODB_URL: setting(
    serverAddress(
      /^mongodb(\+srv)?:\/\//,
      'must begin with mongodb:// or mongodb+srv://, with name and password percent-encoded',
    ),
    'Address of the database',
  ),
  DATABASE_PREFIX: setting(
    z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,30}$/, 'must be lower-case letters, digits and underscores')
      .default('wp_'),
    'The database is called by this and the name of the service',
  ),
  NATS_URL: setting(
    serverAddress(
      /^(nats|tls):\/\//,
      'must begin with nats:// or tls://, with name and password percent-encoded',
    ),
    'Address of NATS, several with commas',
  ),
  NATS_REPLICAS: setting(
    z.coerce.number().int().min(1).max(5).default(1),
    'Copies of each stream; 3 in a NATS cluster',
  ),
  CHECK_PLANS: setting(
    z.enum(['0', '1']).default('0'),
    '1 refuses a query that no index serves; for tests and development',
  ),
  NODE_ENV: setting(
    z.enum(['development', 'test', 'production']).default('production'),
    'development allows what production refuses',
  ),
  LOG_LEVEL: setting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'The least level that is logged',
  ),
  TOKEN_ISSUER: setting(z.string().default('workspace-platform'), 'iss of access tokens'),
  TOKEN_AUDIENCE: setting(z.string().default('workspace-platform'), 'aud of access tokens'),
  PUBLIC_URL: setting(
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .default('http://127.0.0.1:8080'),
    'Address of the gateway as callers see it',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.url().optional(),
    'Where traces go (OTLP over HTTP); without it there are none',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce.number().min(0).max(1).default(1),
    'Share of new traces that are sent, from 0 to 1',
  ),
  WP_ANNOUNCE: setting(
    z.enum(['0', '1']).default('0'),
    '1 prints a line of JSON when ready, and leaves SIGINT to the process that started this one',
  ),
  IDENTITY_RPC: peerSetting('identity'),
  ADMIN_BILLING_RPC: peerSetting('admin-billing'),
  SCHEDULING_RPC: peerSetting('scheduling'),
  STOREFRONT_RPC: peerSetting('storefront'),
  POS_RPC: peerSetting('pos'),
  FINANCE_RPC: peerSetting('finance'),
})

export type BaseConfig = typeof baseConfig

const requiredIdentity = setting(z.string(), baseConfig.IDENTITY_RPC.description)
const unusedDatabase = setting(z.string().optional(), 'Not used by this service')

/** The settings of one service: an absent database needs no address; who does not make tokens must be able to ask identity. */
export const settingsFor = (definition: {
  config: ConfigDefinition
  database: unknown
  authority?: unknown
}): BaseConfig => ({
  ...baseConfig,
  ...(definition.database === false
    ? { MONGODB_URL: unusedDatabase as unknown as BaseConfig['MONGODB_URL'] }
    : {}),
  ...(definition.authority
    ? {}
    : { IDENTITY_RPC: requiredIdentity as unknown as BaseConfig['IDENTITY_RPC'] }),
  ...definition.config,
})

/** The host that others are told: a process that listens everywhere is known by its machine's name. */
export const advertisedHost = (config: { advertiseHost?: string | undefined; host: string }): string =>
  config.advertiseHost ?? (config.host === '0.0.0.0' || config.host === '::' ? hostname() : config.host)
