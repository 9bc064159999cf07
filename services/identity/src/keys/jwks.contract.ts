import { defineRoute, open } from '@wp/http'
import { z } from 'zod'

const Jwk = z.object({
  kid: z.string(),
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  alg: z.string(),
  use: z.string(),
})

export const getJwks = defineRoute({
  id: 'getJwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Get the public keys for access tokens',
  description: 'Returns a JWK Set (RFC 7517).',
  tag: 'Keys',
  access: open(),
  root: true,
  replies: { 200: z.object({ keys: z.array(Jwk) }) },
  fails: [],
  etag: true,
  cache: 'public, max-age=300',
})
