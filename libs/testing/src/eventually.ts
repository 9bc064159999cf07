import { setTimeout as pause } from 'node:timers/promises'

/** Nobody waits for long without asking, and a long wait does not keep the machine busy with asking. */
const mostPauseMs = 250
const growth = 1.3

/**
 * Repeats an attempt until it succeeds and gives its value; after the deadline (5 s) its last failure is thrown. The
 * first pause is `everyMs`, those after it grow.
 */
export const eventually = async <T>(
  attempt: () => T | Promise<T>,
  { withinMs = 5_000, everyMs = 25 } = {},
): Promise<T> => {
  const deadline = Date.now() + withinMs
  for (let pauseMs = everyMs; ; pauseMs = Math.max(everyMs, Math.min(pauseMs * growth, mostPauseMs))) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(pauseMs)
    }
  }
}
