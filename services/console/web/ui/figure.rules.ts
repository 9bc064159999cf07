/** Returns the change from one amount to another as a share, or null without an amount to compare with. */
export const changeBetween = (before: number, now: number): number | null =>
  before === 0 ? null : (now - before) / Math.abs(before)
