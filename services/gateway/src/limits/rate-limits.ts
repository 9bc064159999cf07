import type { RateClass } from '@wp/http'
import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'

/**
 * Allowed requests per client and minute. Every request counts toward `default` and its own class. An order also
 * counts toward `orderPerStore`, which is counted per client and store, and a request with an API key toward `apiKey`,
 * which is counted per key.
 */
export type RateQuotas = Record<RateClass | 'orderPerStore' | 'apiKey', number>

/** The rate limit headers of a reply (IETF draft), and the time to wait when a limit is exceeded. */
export type RateLimitStatus = {
  policy: string
  state: string
  retryAfterSeconds: number | null
  /**
   * Set when the client has sent more than twice as many requests as it may, which means that it ignores
   * rejections.
   */
  isFlood?: true
}

export type RateLimits = {
  /** Counts one request from this client; `store` is the slug of the store that an order is sent to. */
  consume(client: string, rate: RateClass, store?: string): RateLimitStatus
  /** Counts one request with this API key and returns the status of the request with the limit of the key. */
  consumeKey(keyId: string, status: RateLimitStatus): RateLimitStatus
  /** Returns the status without counting a request. */
  peek(client: string): RateLimitStatus
}

type Window = { endsAt: number; used: RateQuotas }

const windowMs = 60_000
const maxClients = 100_000
const floodFactor = 2
/** Longer than any slug. Longer texts are cut, so that they take little memory. */
const maxSlugLength = 121

/**
 * Counts in one-minute windows that start with the first request, and keeps at most 100,000 of them: one per client,
 * one more for each store that the client sends orders to, and one per API key.
 */
export const rateLimits = (quotas: RateQuotas, clock: Clock): RateLimits => {
  let windows = new Map<string, Window>()
  const policies: Record<RateClass, string> = {
    default: policyOf(quotas, 'default'),
    signup: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'signup')}`,
    auth: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'auth')}`,
    webhook: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'webhook')}`,
    order: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'order')}`,
    booking: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'booking')}`,
    attempt: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'attempt')}`,
    model: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'model')}`,
    large: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'large')}`,
    redelivery: `${policyOf(quotas, 'default')}, ${policyOf(quotas, 'redelivery')}`,
  }

  const windowOf = (client: string, now: number): Window => {
    const known = windows.get(client)
    if (known && now < known.endsAt) return known
    if (windows.size >= maxClients) windows = pruneWindows(windows, now)
    const fresh = {
      endsAt: now + windowMs,
      used: {
        default: 0,
        signup: 0,
        auth: 0,
        webhook: 0,
        order: 0,
        booking: 0,
        attempt: 0,
        model: 0,
        large: 0,
        redelivery: 0,
        orderPerStore: 0,
        apiKey: 0,
      },
    }
    windows.delete(client)
    windows.set(client, fresh)
    return fresh
  }

  const toStatus = (window: Window, rate: RateClass, now: number): RateLimitStatus => {
    const seconds = Math.ceil((window.endsAt - now) / 1000)
    const left = quotas.default - window.used.default
    const base = `"default";r=${left > 0 ? left : 0};t=${seconds}`
    if (rate === 'default') {
      return { policy: policies.default, state: base, retryAfterSeconds: left < 0 ? seconds : null }
    }
    const leftOfClass = quotas[rate] - window.used[rate]
    return {
      policy: policies[rate],
      state: `${base}, "${rate}";r=${leftOfClass > 0 ? leftOfClass : 0};t=${seconds}`,
      retryAfterSeconds: left < 0 || leftOfClass < 0 ? seconds : null,
    }
  }

  const withStore = (status: RateLimitStatus, window: Window, now: number): RateLimitStatus => {
    window.used.orderPerStore += 1
    const seconds = Math.ceil((window.endsAt - now) / 1000)
    const left = quotas.orderPerStore - window.used.orderPerStore
    return {
      policy: `${status.policy}, "order-per-store";q=${quotas.orderPerStore};w=${windowMs / 1000}`,
      state: `${status.state}, "order-per-store";r=${left > 0 ? left : 0};t=${seconds}`,
      retryAfterSeconds: left < 0 ? seconds : null,
    }
  }

  return {
    consume: (client, rate, store) => {
      const now = clock.monotonicMs()
      const window = windowOf(client, now)
      window.used.default += 1
      if (rate !== 'default') window.used[rate] += 1
      const status = toStatus(window, rate, now)
      if (window.used.default > floodFactor * quotas.default) return { ...status, isFlood: true }
      // A client above its own limit must not fill the memory with windows for many stores.
      if (store === undefined || status.retryAfterSeconds !== null) return status
      return withStore(status, windowOf(`${client} ${store.slice(0, maxSlugLength)}`, now), now)
    },
    consumeKey: (keyId, { policy, state }) => {
      const now = clock.monotonicMs()
      const window = windowOf(`key ${keyId}`, now)
      window.used.apiKey += 1
      const seconds = Math.ceil((window.endsAt - now) / 1000)
      const left = quotas.apiKey - window.used.apiKey
      return {
        policy: `${policy}, "api-key";q=${quotas.apiKey};w=${windowMs / 1000}`,
        state: `${state}, "api-key";r=${left > 0 ? left : 0};t=${seconds}`,
        retryAfterSeconds: left < 0 ? seconds : null,
      }
    },
    peek: (client) => {
      const now = clock.monotonicMs()
      return toStatus(windowOf(client, now), 'default', now)
    },
  }
}

const policyOf = (quotas: RateQuotas, rate: RateClass): string =>
  `"${rate}";q=${quotas[rate]};w=${windowMs / 1000}`

/** Removes windows that have ended. If none has ended, removes the older half to limit memory. */
const pruneWindows = (windows: Map<string, Window>, now: number): Map<string, Window> => {
  const open = [...windows].filter(([, window]) => now < window.endsAt)
  return new Map(open.length < maxClients ? open : open.slice(maxClients / 2))
}

export const rateLimited = (retryAfterSeconds: number): AppError =>
  new AppError('RATE_LIMITED', `Too many requests; try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
  })
