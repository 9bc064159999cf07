import { setTimeout as pause } from 'node:timers/promises'

/** Pauses grow up to this limit, so that long waits do not load the machine. */
const maxPauseMs = 250
const growth = 1.3

/**
 * Repeats `attempt` until it succeeds and returns its result. Throws the last error after the deadline (60 s). The
 * first pause is `everyMs`; later ones grow.
 */
export const eventually = async <T>(
  attempt: () => T | Promise<T>,
  { withinMs = 60_000, everyMs = 25 } = {},
): Promise<T> => {
  const deadline = Date.now() + withinMs
  for (let pauseMs = everyMs; ; pauseMs = Math.max(everyMs, Math.min(pauseMs * growth, maxPauseMs))) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(pauseMs)
    }
  }
}
