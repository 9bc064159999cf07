import type { IncomingMessage } from 'node:http'
import type { Principal, Verifier } from '@wp/auth'
import { bearerToken } from '@wp/http'
import type { RouteTarget } from '../routing/route-table.ts'

/**
 * Returns the caller's principal, or null for open routes, which ignore `Authorization`. Other routes require a valid
 * token, which the service verifies again. Returns synchronously for tokens verified in the last minute.
 */
export const authenticate = (
  request: IncomingMessage,
  target: RouteTarget,
  verifier: Verifier,
): Principal | null | Promise<Principal> => {
  if (target.isOpen) return null
  const token = bearerToken(request.headers.authorization)
  return verifier.getCached(token) ?? verifier.verify(token)
}
