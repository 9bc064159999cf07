const dayMs = 86_400_000

/** Returns the end of a trial that starts at `from`, or null (no end) when there is no trial. */
export const trialEnd = (from: Date, trialPeriodDays: number | null | undefined): Date | null =>
  trialPeriodDays ? new Date(from.getTime() + trialPeriodDays * dayMs) : null
