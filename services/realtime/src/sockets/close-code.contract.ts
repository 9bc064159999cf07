/** The codes with which this server closes connections. Those from 4000 on are its own. */
export const closeCodes = {
  badFrames: 4400,
  unauthenticated: 4401,
  originRefused: 4403,
  tooSlow: 4408,
  tooManySockets: 4429,
  goingAway: 1001,
  tryAgainLater: 1013,
} as const
