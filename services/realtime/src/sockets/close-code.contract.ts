/** This server's close codes, in addition to those of the WebSocket protocol. */
export const closeCodes = {
  badFrames: 4400,
  unauthenticated: 4401,
  tooSlow: 4408,
  tooManySockets: 4429,
  goingAway: 1001,
  tryAgainLater: 1013,
} as const
