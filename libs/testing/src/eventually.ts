import { setTimeout as pause } from 'node:timers/promises'

/** Repeats an attempt until it succeeds and gives its value; after the deadline (5 s) its last failure is thrown. */
export const eventually = async <T>(
  attempt: () => T | Promise<T>,
  { withinMs = 5_000, everyMs = 25 } = {},
): Promise<T> => {
  const deadline = Date.now() + withinMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(everyMs)
    }
  }
}
