/** Every call earns a fraction of a second attempt, so that a failing peer never sees more than 1 + ratio per call. */
export type RetryBudget = { earn(): void; spend(): boolean }

const maxSaved = 10

/** A budget that starts empty and saves up at most ten attempts. */
export const createRetryBudget = (ratio: number): RetryBudget => {
  let saved = 0
  return {
    earn: () => {
      saved = Math.min(maxSaved, saved + ratio)
    },
    spend: () => {
      // Sums of 0.2 come out slightly below 1.
      if (saved < 1 - 1e-9) return false
      saved -= 1
      return true
    },
  }
}
