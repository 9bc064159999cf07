/**
 * Every call earns a fraction of a retry, so that a failing peer gets at most 1 + ratio attempts per call on average.
 */
export type RetryBudget = { earn(): void; spend(): boolean }

const maxSaved = 10

/** Returns a budget that starts empty and saves up at most ten retries. */
export const createRetryBudget = (ratio: number): RetryBudget => {
  let saved = 0
  return {
    earn: () => {
      saved = Math.min(maxSaved, saved + ratio)
    },
    spend: () => {
      // Allows for floating-point error: ten times 0.1 is slightly below 1.
      if (saved < 1 - 1e-9) return false
      saved -= 1
      return true
    },
  }
}
