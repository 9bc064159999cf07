const dayMs = 86_400_000

/** When the trial of a plan that was chosen at `from` ends; null when it has none, which means no end. */
export const trialEnd = (from: Date, trialPeriodDays: number | null | undefined): Date | null =>
  trialPeriodDays ? new Date(from.getTime() + trialPeriodDays * dayMs) : null
