import type { IncomingMessage } from 'node:http'
import type { Verifier } from '@wp/auth'
import { bearerToken } from '@wp/http'
import type { RouteTarget } from '../routing/route-table.ts'

/**
 * Lets a request through to its route: on open routes without a look at `Authorization`, elsewhere only with a valid
 * token (the service verifies it again and decides what it may do). Waits only for a token not seen in the last minute.
 */
export const authenticate = (
  request: IncomingMessage,
  target: RouteTarget,
  verifier: Verifier,
): void | Promise<unknown> => {
  if (target.isOpen) return
  const token = bearerToken(request.headers.authorization)
  if (verifier.getCached(token) === null) return verifier.verify(token)
}
