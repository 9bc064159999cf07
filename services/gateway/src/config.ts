import { commaList, defineConfig, setting } from '@wp/config'
import { originSettings } from '@wp/runtime'
import { z } from 'zod'

const count = (standard: number) => z.coerce.number().int().min(1).default(standard)
export const gatewayConfig = defineConfig({
  RATE_LIMIT_DEFAULT: setting(count(1200), 'All requests per minute and client address'),
  RATE_LIMIT_SIGNUP: setting(count(120), 'Signups per minute and client address'),
  RATE_LIMIT_AUTH: setting(count(300), 'Authentication calls per minute and client address'),
  RATE_LIMIT_WEBHOOK: setting(count(1200), 'Webhook calls per minute and client address'),
  RATE_LIMIT_ORDER: setting(count(60), 'Orders per minute and client address'),
  RATE_LIMIT_ORDER_PER_STORE: setting(count(20), 'Orders per minute, client address and store'),
  RATE_LIMIT_BOOKING: setting(count(60), 'Online bookings and changes to them per minute and client address'),
  RATE_LIMIT_ATTEMPT: setting(count(120), 'Contest attempts started per minute and client address'),
  RATE_LIMIT_MODEL: setting(count(60), 'Requests per minute and client address that may call a paid model'),
  RATE_LIMIT_API_KEY: setting(count(1200), 'Requests per minute and API key'),
  RATE_LIMIT_LARGE: setting(
    count(120),
    'Public lists, calendars, imports and content page changes per minute and client address',
  ),
  RATE_LIMIT_REDELIVERY: setting(
    count(60),
    'Requests per minute and client address that resend or test webhooks',
  ),
  MAX_IN_FLIGHT: setting(count(2000), 'Concurrent requests whose body has arrived; additional ones get 503'),
  MAX_SHARE_PERCENT: setting(
    z.coerce.number().min(1).max(100).default(25),
    'Share of each limit that one workspace, or one address without a token, may use; one address with several workspaces may use twice as much',
  ),
  MAX_CONNECTIONS: setting(count(10_000), 'Open connections, including WebSockets'),
  MAX_UNFINISHED_BODIES: setting(count(2000), 'Request bodies that are still arriving'),
  MAX_BUFFERED_MB: setting(count(128), 'Memory for request bodies, in MiB'),
  BODY_IDLE_MS: setting(count(5000), 'Longest pause in a request body; the caller gets 408'),
  BODY_BYTES_PER_SECOND: setting(count(16_000), 'Slowest rate of a request body; the caller gets 408'),
  MAX_UPLOADS: setting(count(256), 'Concurrent uploads'),
  MAX_UPLOADS_PER_REPLICA: setting(count(64), 'Concurrent uploads per replica of a service'),
  UPLOAD_MB: setting(count(1024), 'Size of all concurrent uploads, in MiB'),
  UPLOAD_MB_PER_WORKSPACE: setting(count(48), 'Size of the concurrent uploads of one workspace, in MiB'),
  MAX_IN_FLIGHT_PER_REPLICA: setting(count(256), 'Concurrent requests per replica of a service'),
  MAX_WAITING_PER_SERVICE: setting(
    z.coerce.number().int().min(0).default(256),
    'Requests that may wait for a free replica of a service; additional ones get 503',
  ),
  MAX_WAITING_MS: setting(count(5000), 'Longest wait for a free replica of a service; then 503'),
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
  ROUTE_CLAIMS: setting(
    z.string().optional(),
    'The paths that each service may serve, as JSON, if they differ from those in the image; usually ROUTE_CLAIMS_FILE',
  ),
  TRUSTED_PROXIES: setting(
    commaList,
    'Addresses or networks (10.0.0.0/8, comma-separated) of proxies whose X-Forwarded-For and -Proto are trusted',
  ),
  ...originSettings,
})
