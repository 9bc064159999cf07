import { commaList, defineConfig, setting } from '@wp/config'
import { z } from 'zod'

const count = (standard: number) => z.coerce.number().int().min(1).default(standard)
export const gatewayConfig = defineConfig({
  RATE_LIMIT_DEFAULT: setting(count(1200), 'All requests a minute per client address'),
  RATE_LIMIT_SIGNUP: setting(count(120), 'Signups a minute per client address'),
  RATE_LIMIT_AUTH: setting(count(300), 'Authentication calls a minute per client address'),
  RATE_LIMIT_WEBHOOK: setting(count(1200), 'Webhook calls a minute per client address'),
  RATE_LIMIT_ORDER: setting(count(60), 'Orders a minute per client address'),
  MAX_IN_FLIGHT: setting(count(2000), 'Concurrent requests; more get 503'),
  MAX_IN_FLIGHT_PER_REPLICA: setting(count(256), 'Concurrent requests per replica of a service'),
  UPSTREAM_LATE_MS: setting(
    count(2000),
    'A replica with several requests waiting longer than this gets only as many as it can answer in time',
  ),
  MAX_SOCKETS_PER_ADDRESS: setting(count(600), 'WebSocket connections per client address'),
  UPSTREAM_TIMEOUT_MS: setting(count(15_000), 'Timeout for the reply of a service; the caller gets 504'),
  DATA_DIR: setting(
    z.string().default('data/gateway'),
    'Folder for the last known routes, so that the gateway can start without NATS',
  ),
  TRUSTED_PROXIES: setting(
    commaList,
    'Addresses or networks (10.0.0.0/8, comma-separated) of proxies whose X-Forwarded-For and -Proto are trusted',
  ),
  CORS_ORIGINS: setting(
    commaList,
    'Origins (comma-separated) that may send cookies; when empty, any origin may call without cookies',
  ),
})
