import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A service's public key; `kid` is derived from the key. */
export type ServicePublicKey = { kid: string; x: string }

/** Content of `rpc-callers.json`: each caller's public keys and allowed methods. */
export type RpcCallers = Record<string, { keys: ServicePublicKey[]; methods: string[] }>

/** Returns a new Ed25519 private key in PEM format. */
export const newServiceKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string

export type SigningKey = { kid: string; key: KeyObject }

/** Returns the key with its `kid`. Throws when it is not an Ed25519 key. */
export const readSigningKey = (pem: string): SigningKey => {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error("A service's key must be an Ed25519 key")
  return { kid: toPublicKey(pem).kid, key }
}

/** Returns the public key for a PEM private key. */
export const toPublicKey = (pem: string): ServicePublicKey => {
  const { x = '' } = createPublicKey(pem).export({ format: 'jwk' })
  return { kid: createHash('sha256').update(x).digest('base64url').slice(0, 16), x }
}

export const importPublicKey = ({ x }: ServicePublicKey): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
