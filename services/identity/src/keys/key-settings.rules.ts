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

/** Parses SIGNING_KEYS. The error does not reveal the keys. */
export const parseSigningKeys = (text: string): SigningKey[] => {
  const set = KeySet.safeParse(parseJson(text)).data
  if (!set) throw new Error('SIGNING_KEYS must be a JWK set of private P-256 keys, each with a kid')
  return set.keys.map(toSigningKey)
}

/** Splits a private JWK into a public and a private key and drops unknown fields. */
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
