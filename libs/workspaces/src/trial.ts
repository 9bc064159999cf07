const dayMs = 86_400_000

/** Returns the end of a trial that starts at `from`; null if there is no trial, which means no end. */
export const trialEnd = (from: Date, trialPeriodDays: number | null | undefined): Date | null =>
  trialPeriodDays ? new Date(from.getTime() + trialPeriodDays * dayMs) : null
