import { setTimeout as delay } from 'node:timers/promises'
import type { Logger, Metrics } from '@wp/telemetry'
import { connect, Events } from 'nats'
import type { NatsConnection } from 'nats'
import { toNatsUser, signAsNatsUser } from './nats-users.ts'
import { inboxPrefix } from './stream-names.ts'

/** The connection to NATS, which may be down at any time, even at startup. */
export type ManagedConnection = {
  /** Returns the connection, or null while it is down. */
  current(): NatsConnection | null
  /** Resolves with the first connection; rejects if closed before that. */
  readonly connected: Promise<NatsConnection>
  /**
   * Calls the listener on every connect, and immediately if already connected. Returns a function that removes the
   * listener.
   */
  onConnect(listener: (connection: NatsConnection) => void): () => void
  close(): Promise<void>
}

const retryMs = 250

type ConnectionOptions = {
  url: string
  service: string
  /** Returns the NATS user's seed. Called for every connection; ignored if the URL contains credentials. */
  seed?: () => string
  logger: Logger
  metrics: Metrics
}

/** Keeps one connection open and reconnects forever. Never throws while the server is down. */
export const openNatsConnection = ({
  url,
  service,
  seed,
  logger,
  metrics,
}: ConnectionOptions): ManagedConnection => {
  const connectedGauge = metrics.gauge(
    'nats_connected',
    '1 while the process is connected to NATS, otherwise 0',
  )
  const listeners = new Set<(connection: NatsConnection) => void>()
  const closing = new AbortController()
  let connection: NatsConnection | null = null
  let isUp = false
  const setUp = (value: boolean): void => {
    isUp = value
    connectedGauge.set(value ? 1 : 0)
  }
  setUp(false)

  const notify = (connected: NatsConnection) => {
    setUp(true)
    for (const listener of listeners) listener(connected)
  }

  const watch = async (watched: NatsConnection): Promise<void> => {
    for await (const status of watched.status()) {
      if (status.type === Events.Disconnect) {
        setUp(false)
        logger.warn({ server: status.data }, 'lost the connection to NATS; reconnecting')
      }
      if (status.type === Events.Reconnect) {
        logger.info({ server: status.data }, 'reconnected to NATS')
        notify(watched)
      }
    }
  }

  const start = async (): Promise<NatsConnection> => {
    for (let tries = 0; ; tries += 1) {
      closing.signal.throwIfAborted()
      try {
        connection = await connect({
          ...toConnectionOptions(url, seed),
          name: service,
          inboxPrefix: inboxPrefix(service),
          maxReconnectAttempts: -1,
          // While credentials are being rotated, the server may not know a new user yet.
          ignoreAuthErrorAbort: true,
          noAsyncTraces: true,
          pingInterval: 10_000,
          reconnectTimeWait: retryMs,
          reconnectJitter: 100,
          timeout: 2000,
        })
      } catch (error) {
        if (tries === 0) logger.warn({ err: error }, 'cannot connect to NATS; will retry')
        await delay(retryMs, undefined, { signal: closing.signal })
        continue
      }
      if (closing.signal.aborted) await connection.close()
      if (!connection.info?.auth_required) logger.warn('NATS accepts unauthenticated connections')
      void watch(connection)
      notify(connection)
      return connection
    }
  }
  const connected = start()
  connected.catch(() => undefined)

  return {
    current: () => (isUp && connection && !connection.isClosed() ? connection : null),
    connected,
    onConnect: (listener) => {
      listeners.add(listener)
      if (isUp && connection) listener(connection)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closing.abort(new Error('the bus was closed'))
      listeners.clear()
      if (connection && !connection.isClosed()) await connection.close()
      setUp(false)
    },
  }
}

/**
 * Returns the servers of all URLs and the credentials of the first one (`nats://user:password@host` or
 * `nats://token@host`, where the token may be a user's seed). Uses `seed` if the first URL has no credentials. `tls://`
 * in any URL enables TLS.
 */
export const toConnectionOptions = (url: string, seed?: () => string) => {
  const addresses = url
    .split(',')
    .map((each) => new URL(each.includes('://') ? each.trim() : `nats://${each.trim()}`))
  const { username, password } = addresses[0] ?? { username: '', password: '' }
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: addresses.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...toIdentity(user, pass, seed),
  }
}

const toIdentity = (user: string, pass: string, seed: (() => string) | undefined) => {
  if (pass) return { user, pass }
  if (isSeed(user)) return { authenticator: toAuthenticator(() => user) }
  if (user) return { token: user }
  return seed && { authenticator: toAuthenticator(seed) }
}

const isSeed = (text: string): boolean => /^SU[A-Z2-7]{56}$/.test(text)

const toAuthenticator =
  (seed: () => string) =>
  (nonce = '') => {
    const current = seed()
    return { nkey: toNatsUser(current), sig: signAsNatsUser(current, nonce) }
  }
