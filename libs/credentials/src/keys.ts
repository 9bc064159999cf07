import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A public key of a service; `kid` is made from it. */
export type ServicePublicKey = { kid: string; x: string }

/** The content of `rpc-callers.json`: for each service that may call, its public keys and the methods. */
export type RpcCallers = Record<string, { keys: ServicePublicKey[]; methods: string[] }>

/** A new Ed25519 key, as it is stored. */
export const newServiceKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string

export type SigningKey = { kid: string; key: KeyObject }

/** Throws when it is no Ed25519 key. */
export const readSigningKey = (pem: string): SigningKey => {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of a service must be an Ed25519 key')
  return { kid: toPublicKey(pem).kid, key }
}

/** The public half of a stored key. */
export const toPublicKey = (pem: string): ServicePublicKey => {
  const { x = '' } = createPublicKey(pem).export({ format: 'jwk' })
  return { kid: createHash('sha256').update(x).digest('base64url').slice(0, 16), x }
}

export const importPublicKey = ({ x }: ServicePublicKey): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
