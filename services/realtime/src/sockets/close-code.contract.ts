/** Close codes of this server. Codes from 4000 on are specific to it. */
export const closeCodes = {
  badFrames: 4400,
  unauthenticated: 4401,
  originRefused: 4403,
  tooSlow: 4408,
  tooManySockets: 4429,
  goingAway: 1001,
  tryAgainLater: 1013,
} as const
