import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import { connect, Events } from 'nats'
import type { NatsConnection } from 'nats'
import { natsUserOf, signAsNatsUser } from './nats-users.ts'
import { inboxPrefix } from './stream-names.ts'

/** The connection to NATS, which may be down at any time, also at the start. */
export type ManagedConnection = {
  /** The connection while it is up, else null. */
  current(): NatsConnection | null
  /** Resolves with the first connection; rejects when closed before. */
  readonly connected: Promise<NatsConnection>
  /** Calls the listener now if NATS is connected, and after each reconnect; gives back a function that removes it. */
  onConnect(listener: (connection: NatsConnection) => void): () => void
  close(): Promise<void>
}

const retryMs = 250

type ConnectionOptions = {
  url: string
  /** The service that connects. */
  service: string
  /** The seed of its user, asked for at every connect; used unless the address names somebody. */
  seed?: () => string
  logger: Logger
}

/** Keeps one connection and reconnects for ever. Never throws: a server that is down is tried again. */
export const openNatsConnection = ({ url, service, seed, logger }: ConnectionOptions): ManagedConnection => {
  const listeners = new Set<(connection: NatsConnection) => void>()
  const closing = new AbortController()
  let connection: NatsConnection | null = null
  let isUp = false

  const notify = (connected: NatsConnection) => {
    isUp = true
    for (const listener of listeners) listener(connected)
  }

  const watch = async (watched: NatsConnection): Promise<void> => {
    for await (const status of watched.status()) {
      if (status.type === Events.Disconnect) {
        isUp = false
        logger.warn({ server: status.data }, 'lost the connection to NATS')
      }
      if (status.type === Events.Reconnect) {
        logger.info({ server: status.data }, 'connected to NATS again')
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
          // A user whom the server does not know yet is known soon: credentials are being replaced.
          ignoreAuthErrorAbort: true,
          noAsyncTraces: true,
          pingInterval: 10_000,
          reconnectTimeWait: retryMs,
          reconnectJitter: 100,
          timeout: 2000,
        })
      } catch (error) {
        if (tries === 0) logger.warn({ err: error }, 'NATS does not answer; trying again')
        await delay(retryMs, undefined, { signal: closing.signal })
        continue
      }
      if (closing.signal.aborted) await connection.close()
      if (!connection.info?.auth_required) logger.warn('NATS asks nobody who they are')
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
      isUp = false
    },
  }
}

/**
 * Servers, and the credentials that the first address names (`nats://user:password@host` or `nats://token@host`, where the token may be the
 * seed of a user), else the given seed; `tls://` asks for TLS.
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
    return { nkey: natsUserOf(current), sig: signAsNatsUser(current, nonce) }
  }
