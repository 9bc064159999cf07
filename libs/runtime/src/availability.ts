import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { Readiness } from './readiness.ts'
import type { Closable } from './resources.ts'

type WaitDeps = { logger: Logger; readiness: Readiness; signal: AbortSignal }

const retryMs = 500
const logIntervalMs = 5000

/**
 * Opens a resource that may not be available yet. Logs and retries while opening it fails with UNAVAILABLE. Rejects
 * with other errors, and when the signal aborts.
 */
export const openWhenAvailable = async <Resource extends Closable>(
  what: string,
  open: () => Promise<Resource>,
  { logger, readiness, signal }: WaitDeps,
): Promise<Resource> => {
  readiness.setWaitingFor(what)
  for (;;) {
    signal.throwIfAborted()
    try {
      const resource = await withSignal(signal, open())
      readiness.setWaitingFor(null)
      return resource
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
      logger.warn({ err: error }, `waiting for ${what}`)
    }
    await delay(retryMs, undefined, { signal })
  }
}

/** Waits until a condition is true and logs every 5 s. Rejects when the signal aborts. */
export const waitUntil = async (
  what: string,
  isAvailable: () => boolean,
  { logger, readiness, signal }: WaitDeps,
): Promise<void> => {
  readiness.setWaitingFor(what)
  let loggedAt = Number.NEGATIVE_INFINITY
  while (!isAvailable()) {
    if (performance.now() - loggedAt >= logIntervalMs) {
      logger.warn(`waiting for ${what}`)
      loggedAt = performance.now()
    }
    await delay(retryMs / 5, undefined, { signal })
  }
  readiness.setWaitingFor(null)
}

/** Rejects when the signal aborts; a resource that opens after that is closed again. */
const withSignal = async <Resource extends Closable>(
  signal: AbortSignal,
  opening: Promise<Resource>,
): Promise<Resource> => {
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => {
    opening.then((late) => late.close()).catch(() => {})
    aborted.reject(signal.reason)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([opening, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
