import { newKeyPair } from '@wp/auth'
import type { IdentityDeps } from '../deps.ts'
import { toSigningKey } from './key-settings.rules.ts'
import type { SigningKey } from './key-settings.rules.ts'
import { expiredKeys, isRotationDue } from './signing-key.rules.ts'
import type { StoredSigningKey } from './signing-key.store.ts'

type ReadKeyDeps = Pick<IdentityDeps, 'signingKeys' | 'sealer' | 'clock'>
export type SigningKeyDeps = ReadKeyDeps & Pick<IdentityDeps, 'keyRotation'>

const rememberedMs = 10_000

/** Stores the configured keys that are new here: the first to sign, the others only to verify. */
export const importConfigured = async (deps: SigningKeyDeps, configured: SigningKey[]): Promise<void> => {
  const isFirstStart = (await deps.signingKeys.list()).length === 0
  for (const [position, key] of configured.entries()) {
    if (await deps.signingKeys.exists(key.kid)) continue
    const delayMs = isFirstStart ? 0 : deps.keyRotation.activationMs
    await insertKey(deps, key, position > 0 ? new Date(0) : later(deps, delayMs))
  }
}

/** Makes the next key to sign with. */
export const rotateKey = async (deps: SigningKeyDeps): Promise<{ kid: string; activatesAt: Date }> => {
  const key = toSigningKey((await newKeyPair()).privateJwk)
  const activatesAt = later(deps, deps.keyRotation.activationMs)
  await insertKey(deps, key, activatesAt)
  return { kid: key.kid, activatesAt }
}

/** Rotates when it is time, and retires keys whose tokens are gone. */
export const rotateIfDue = async (deps: SigningKeyDeps): Promise<void> => {
  const keys = await deps.signingKeys.list()
  if (isRotationDue(keys[0], deps.keyRotation, deps.clock.now())) await rotateKey(deps)
  for (const { kid } of expiredKeys(keys, deps.clock.now())) await deps.signingKeys.retire(kid)
}

/** Gives the key that signs now; remembers it for 10 s, so it is made once for all tokens. */
export const currentKeyReader = (deps: ReadKeyDeps): (() => Promise<SigningKey>) => {
  let remembered: { until: number; key: SigningKey } | null = null
  return async () => {
    const now = deps.clock.now()
    if (remembered && remembered.until > now.getTime()) return remembered.key
    const active = (await deps.signingKeys.list()).find(({ activatesAt }) => activatesAt <= now)
    if (!active) throw new Error('There is no key to sign access tokens with')
    remembered = { until: now.getTime() + rememberedMs, key: await openKey(deps, active) }
    return remembered.key
  }
}

const insertKey = async (
  { signingKeys, sealer }: SigningKeyDeps,
  { kid, publicJwk, privateJwk }: SigningKey,
  activatesAt: Date,
): Promise<void> => {
  const sealed = sealer.seal(JSON.stringify(privateJwk), bindingOf(kid))
  await signingKeys.insertIf({ kid, publicJwk, sealed, activatesAt })
}

/** A key under an older encryption key is stored under the current one when it is next used. */
const openKey = async (
  { signingKeys, sealer }: ReadKeyDeps,
  { kid, sealed }: StoredSigningKey,
): Promise<SigningKey> => {
  const { text, isCurrent } = sealer.open(sealed!, bindingOf(kid))
  if (!isCurrent) await signingKeys.resealIf(kid, sealed!, sealer.seal(text, bindingOf(kid)))
  return toSigningKey(JSON.parse(text))
}

const later = ({ clock }: ReadKeyDeps, ms: number) => new Date(clock.now().getTime() + ms)
const bindingOf = (kid: string) => `signing-key/${kid}`
