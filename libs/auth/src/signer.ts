import type { Clock } from '@wp/kernel'
import { importJWK, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { toClaims } from './claims.ts'
import type { TokenSubject } from './claims.ts'
import { tokenAlgorithm } from './keys.ts'
import type { KeyPair } from './keys.ts'

export const accessTokenSeconds = 3600

export type Signer = {
  /**
   * Returns a signed access token that is valid immediately. `issuedAtMs` is compared with the times of revocations;
   * pass a time from the same clock as theirs.
   */
  sign(
    subject: TokenSubject,
    options?: { lifetimeSeconds?: number; issuedAtMs?: number },
  ): Promise<{ token: string; expiresInSeconds: number }>
}

type SignerOptions = {
  /** Returns the current key pair. Called for every token, so that a key rotation takes effect immediately. */
  readonly keys: { current(): KeyPair | Promise<KeyPair> }
  readonly issuer: string
  readonly audience: string
  readonly clock: Clock
}

/** Returns a signer for access tokens (JWT, ES256, `kid` in the header). */
export const createSigner = ({ keys, issuer, audience, clock }: SignerOptions): Signer => {
  let imported: { kid: string; key: CryptoKey } | null = null

  const importKey = async ({ kid, privateJwk }: KeyPair): Promise<CryptoKey> => {
    if (imported?.kid === kid) return imported.key
    const key = (await importJWK(privateJwk, tokenAlgorithm)) as CryptoKey
    imported = { kid, key }
    return key
  }

  return {
    sign: async (subject, { lifetimeSeconds = accessTokenSeconds, issuedAtMs } = {}) => {
      const pair = await keys.current()
      const nowMs = clock.now().getTime()
      const claims = { ...toClaims(subject, nowMs, lifetimeSeconds), iat_ms: issuedAtMs ?? nowMs }
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: tokenAlgorithm, typ: 'JWT', kid: pair.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(await importKey(pair))
      return { token, expiresInSeconds: lifetimeSeconds }
    },
  }
}
