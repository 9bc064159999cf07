import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '@wp/kernel'
import type { Id } from '@wp/kernel'

/** The first refresh token of a login session has generation 0; each use issues the next. */
export type RefreshClaim = { sessionId: Id; generation: number }

/**
 * Refresh tokens are `<session>.<generation>.<mac>`. The MAC proves that we issued a token, so tokens are not stored.
 * Reusing an old token (theft or replay) ends the session; a forged one is ignored.
 */
export const createRefreshTokens = (hmacKey: Buffer) => {
  const toMac = ({ sessionId, generation }: RefreshClaim): Buffer =>
    createHmac('sha256', hmacKey).update(`refresh-token/${sessionId}/${generation}`).digest()

  return {
    issue: (claim: RefreshClaim): string =>
      `${claim.sessionId}.${claim.generation}.${toMac(claim).toString('base64url')}`,

    /** Returns the claims of a token, or null when we did not issue it. */
    read: (token: string): RefreshClaim | null => {
      const [sessionId, generation, mac, ...rest] = token.split('.')
      if (!isId(sessionId) || !/^\d{1,9}$/.test(generation ?? '') || !mac || rest.length > 0) return null
      const claim = { sessionId, generation: Number(generation) }
      const [given, expected] = [Buffer.from(mac, 'base64url'), toMac(claim)]
      return given.length === expected.length && timingSafeEqual(given, expected) ? claim : null
    },
  }
}
export type RefreshTokens = ReturnType<typeof createRefreshTokens>
