import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '@wp/kernel'
import type { Id } from '@wp/kernel'

/** Which refresh token of its login session it is: the first has generation 0, each use makes the next. */
export type RefreshClaim = { sessionId: Id; generation: number }

/**
 * Refresh tokens are `<session>.<generation>.<mac>`: what only we could have made differs from a guess without storing
 * anything, so an old token proves that it was stolen or replayed, and a made-up one ends nobody's session.
 */
export const createRefreshTokens = (hmacKey: Buffer) => {
  const toMac = ({ sessionId, generation }: RefreshClaim): Buffer =>
    createHmac('sha256', hmacKey).update(`refresh-token/${sessionId}/${generation}`).digest()

  return {
    issue: (claim: RefreshClaim): string =>
      `${claim.sessionId}.${claim.generation}.${toMac(claim).toString('base64url')}`,

    /** What the token claims, or null when we never issued it. */
    read: (token: string): RefreshClaim | null => {
      const [sessionId, generation, mac, ...rest] = token.split('.')
      if (!isId(sessionId) || !/^\d{1,9}$/.test(generation ?? '') || !mac || rest.length > 0) return null
      const claim = { sessionId, generation: Number(generation) }
      const [given, right] = [Buffer.from(mac, 'base64url'), toMac(claim)]
      return given.length === right.length && timingSafeEqual(given, right) ? claim : null
    },
  }
}
export type RefreshTokens = ReturnType<typeof createRefreshTokens>
