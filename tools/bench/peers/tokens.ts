import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'

const keys = createLocalJWKSet(JSON.parse(process.env['BENCH_JWKS'] ?? '{"keys":[]}') as JSONWebKeySet)

const verify = async (token: string): Promise<JWTPayload> => {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
  })
  return payload
}

const maxCached = 10_000
const cached = new Map<string, JWTPayload>()

/** Verifies the ES256 signature of a token when it is first used, and later only checks that it has not expired. */
const verifyOnce = async (token: string): Promise<JWTPayload> => {
  const known = cached.get(token)
  if (known && known.exp! * 1000 > Date.now()) return known
  const payload = await verify(token)
  if (cached.size >= maxCached) cached.clear()
  cached.set(token, payload)
  return payload
}

/** Returns whether a token has this permission in this workspace. Throws for an invalid token. */
export const mayUse = async (
  authorization: string | undefined,
  workspaceId: string | undefined,
  permission: string,
  { isCached = false } = {},
): Promise<boolean> => {
  const token = authorization?.slice('Bearer '.length) ?? ''
  const payload = isCached ? await verifyOnce(token) : await verify(token)
  const permissions = payload['permissions'] as string[]
  return payload['wid'] === workspaceId && (payload['role'] === 'owner' || permissions.includes(permission))
}
