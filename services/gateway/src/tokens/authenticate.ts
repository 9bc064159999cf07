import type { IncomingMessage } from 'node:http'
import type { Verifier } from '@wp/auth'
import { bearerToken } from '@wp/http'
import type { RouteTarget } from '../routing/route-table.ts'

/**
 * Authenticates a request. Open routes ignore `Authorization`; others require a valid token, which the service
 * verifies again. Returns synchronously for tokens verified in the last minute.
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
