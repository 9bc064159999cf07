import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'

const keys = createLocalJWKSet(JSON.parse(process.env['BENCH_JWKS'] ?? '{"keys":[]}') as JSONWebKeySet)

/**
 * Returns whether a token has this permission in this workspace. Throws for an invalid token. The ES256 signature is
 * verified for each request.
 */
export const mayUse = async (
  authorization: string | undefined,
  workspaceId: string | undefined,
  permission: string,
): Promise<boolean> => {
  const { payload } = await jwtVerify(authorization?.slice('Bearer '.length) ?? '', keys, {
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
  })
  const permissions = payload['permissions'] as string[]
  return payload['wid'] === workspaceId && (payload['role'] === 'owner' || permissions.includes(permission))
}
