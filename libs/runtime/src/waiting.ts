import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { Readiness } from './readiness.ts'
import type { Closable } from './resources.ts'

type WaitingParts = { logger: Logger; readiness: Readiness; signal: AbortSignal }

const againMs = 500
const sayMs = 5000

/** Opens something that may not be there yet: goes on trying while it is UNAVAILABLE, says so, and ends with the signal. */
export const openWhenThere = async <Resource extends Closable>(
  what: string,
  open: () => Promise<Resource>,
  { logger, readiness, signal }: WaitingParts,
): Promise<Resource> => {
  readiness.waitFor(what)
  for (;;) {
    signal.throwIfAborted()
    try {
      const resource = await endingWith(signal, open())
      readiness.waitFor(null)
      return resource
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
      logger.warn({ err: error }, `waiting for ${what}`)
    }
    await delay(againMs, undefined, { signal })
  }
}

/** Waits until a condition holds, says every 5 s that it waits, and ends with the signal. */
export const waitUntil = async (
  what: string,
  isThere: () => boolean,
  { logger, readiness, signal }: WaitingParts,
): Promise<void> => {
  readiness.waitFor(what)
  let saidAt = Number.NEGATIVE_INFINITY
  while (!isThere()) {
    if (performance.now() - saidAt >= sayMs) {
      logger.warn(`waiting for ${what}`)
      saidAt = performance.now()
    }
    await delay(againMs / 5, undefined, { signal })
  }
  readiness.waitFor(null)
}

/** Gives up on the signal; what is opened after that is closed again. */
const endingWith = async <Resource extends Closable>(
  signal: AbortSignal,
  opening: Promise<Resource>,
): Promise<Resource> => {
  const ended = Promise.withResolvers<never>()
  const end = (): void => {
    opening.then((late) => late.close()).catch(() => {})
    ended.reject(signal.reason)
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([opening, ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
