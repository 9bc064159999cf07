import { z } from 'zod'

const PrivateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string().min(1),
})
const KeySet = z.object({ keys: z.array(PrivateJwk).min(1) })

const KeyId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
const EncryptionKeys = z
  .object({ current: KeyId, keys: z.record(KeyId, z.base64()) })
  .refine(({ current, keys }) => Object.hasOwn(keys, current))
  .refine(({ keys }) => Object.values(keys).every((key) => Buffer.from(key, 'base64').length === 32))

export type PublicKey = {
  kid: string
  kty: string
  crv: string
  x: string
  y: string
  alg: string
  use: string
}
export type SigningKey = { kid: string; publicJwk: PublicKey; privateJwk: PublicKey & { d: string } }

/** The key pairs of a configured JWK set. Throws, without showing them, when it cannot be read. */
export const parseSigningKeys = (text: string): SigningKey[] => {
  const set = KeySet.safeParse(parseJson(text)).data
  if (!set) throw new Error('SIGNING_KEYS must be a JWK set of private P-256 keys, each with a kid')
  return set.keys.map(toSigningKey)
}

/** The keys of stored secrets by their ids. Throws, without showing them, when they cannot be read. */
export const parseEncryptionKeys = (text: string): { current: string; keys: Map<string, Buffer> } => {
  const parsed = EncryptionKeys.safeParse(parseJson(text)).data
  if (!parsed)
    throw new Error(
      'ENCRYPTION_KEYS must read {"current": id, "keys": {id: 32 bytes in base64}}, current among the keys',
    )
  const keys = Object.entries(parsed.keys).map(([id, key]) => [id, Buffer.from(key, 'base64')] as const)
  return { current: parsed.current, keys: new Map(keys) }
}

/** The pair of a private key, with nothing but what belongs in it. */
export const toSigningKey = (jwk: unknown): SigningKey => {
  const { d, ...key } = PrivateJwk.parse(jwk)
  const publicJwk = { ...key, alg: 'ES256', use: 'sig' }
  return { kid: key.kid, publicJwk, privateJwk: { ...publicJwk, d } }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
