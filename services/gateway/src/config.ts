import { commaList, defineConfig, setting } from '@wp/config'
import { z } from 'zod'

const count = (standard: number) => z.coerce.number().int().min(1).default(standard)
export const gatewayConfig = defineConfig({
  RATE_LIMIT_DEFAULT: setting(count(1200), 'Requests a minute from one client address, in all'),
  RATE_LIMIT_SIGNUP: setting(count(120), 'Signups a minute from one client address'),
  RATE_LIMIT_AUTH: setting(count(300), 'Authentication calls a minute from one client address'),
  RATE_LIMIT_WEBHOOK: setting(count(1200), 'Webhook calls a minute from one client address'),
  RATE_LIMIT_ORDER: setting(count(60), 'Orders a minute from one client address'),
  MAX_IN_FLIGHT: setting(count(2000), 'Requests at work at once; more are answered 503'),
  MAX_IN_FLIGHT_PER_REPLICA: setting(count(256), 'Requests at work at once in one replica of a service'),
  UPSTREAM_LATE_MS: setting(
    count(2000),
    'A replica with several requests that wait longer than this for a reply gets only as many as it can answer in time',
  ),
  MAX_SOCKETS_PER_ADDRESS: setting(count(600), 'WebSocket connections from one client address'),
  UPSTREAM_TIMEOUT_MS: setting(
    count(15_000),
    'How long a service may take to answer before the caller gets 504',
  ),
  DATA_DIR: setting(
    z.string().default('data/gateway'),
    'Folder where the last known routes are kept, so that the gateway starts while NATS is away',
  ),
  TRUSTED_PROXIES: setting(
    commaList,
    'Addresses or networks (10.0.0.0/8, comma-separated) of proxies whose X-Forwarded-For and -Proto are believed',
  ),
  CORS_ORIGINS: setting(
    commaList,
    'Origins whose pages may call with cookies, comma-separated; none given: any page may call, without cookies',
  ),
})
