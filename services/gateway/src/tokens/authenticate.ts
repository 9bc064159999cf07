import type { IncomingHttpHeaders } from 'node:http'
import { isApiKey } from '@wp/auth'
import type { Principal, Verifier } from '@wp/auth'
import { bearerToken } from '@wp/http'
import type { RequestState } from '../request-state.ts'
import type { RouteTarget } from '../routing/route-table.ts'
import type { ApiKeys, KeyAccess } from './api-keys.ts'

type Deps = { verifier: Verifier; apiKeys: ApiKeys }

/**
 * Returns the caller's principal, or null for open routes, which ignore `Authorization`. Other routes require a valid
 * token or API key; the service verifies the token again. Returns synchronously for tokens and keys used in the last
 * minute.
 */
export const authenticate = (
  state: RequestState,
  target: RouteTarget,
  { verifier, apiKeys }: Deps,
): Principal | null | Promise<Principal> => {
  const { headers } = state.request
  if (target.isOpen) {
    if (headers.authorization !== undefined && apiKeyIn(headers) !== null) delete headers.authorization
    return null
  }
  const token = bearerToken(headers.authorization)
  if (isApiKey(token)) {
    const { address } = state.origin
    state.renewToken = async () => replaceApiKey(headers, token, address, apiKeys)
    return replaceApiKey(headers, token, address, apiKeys)
  }
  return verifier.getCached(token) ?? verifier.verify(token)
}

/** Returns the API key in the headers of a request, or null. */
export const apiKeyIn = ({ authorization = '' }: IncomingHttpHeaders): string | null => {
  const [scheme = '', token = ''] = authorization.trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' && isApiKey(token) ? token : null
}

/**
 * Replaces an API key with its access token, so that the key does not leave the gateway. A token that is already in the
 * headers was rejected and is not used again.
 */
export const replaceApiKey = (
  headers: IncomingHttpHeaders,
  key: string,
  address: string,
  apiKeys: ApiKeys,
): Principal | Promise<Principal> => {
  const replace = ({ token, principal }: KeyAccess): Principal => {
    headers.authorization = `Bearer ${token}`
    return principal
  }
  const access = apiKeys.access(key, address, headers.authorization?.slice('Bearer '.length))
  return access instanceof Promise ? access.then(replace) : replace(access)
}
