import { newKeyPair } from '@wp/auth'
import type { IdentityDeps } from '../deps.ts'
import { toSigningKey } from './key-settings.rules.ts'
import type { SigningKey } from './key-settings.rules.ts'
import { expiredKeys, isRotationDue } from './signing-key.rules.ts'
import type { StoredSigningKey } from './signing-key.store.ts'

type ReadKeyDeps = Pick<IdentityDeps, 'signingKeys' | 'sealer' | 'clock'>
export type SigningKeyDeps = ReadKeyDeps & Pick<IdentityDeps, 'keyRotation'>

const cacheMs = 10_000

/**
 * Stores configured keys that are not stored yet. The first configured key signs tokens, after the activation time
 * unless no keys were stored; the others only verify them.
 */
export const importConfiguredKeys = async (deps: SigningKeyDeps, configured: SigningKey[]): Promise<void> => {
  const isFirstStart = (await deps.signingKeys.list()).length === 0
  for (const [position, key] of configured.entries()) {
    if (await deps.signingKeys.exists(key.kid)) continue
    const delayMs = isFirstStart ? 0 : deps.keyRotation.activationMs
    await insertKey(deps, key, position > 0 ? new Date(0) : toTime(deps, delayMs))
  }
}

/** Creates the next signing key, which starts signing after the activation time. */
export const rotateKey = async (deps: SigningKeyDeps): Promise<{ kid: string; activatesAt: Date }> => {
  const key = toSigningKey((await newKeyPair()).privateJwk)
  const activatesAt = toTime(deps, deps.keyRotation.activationMs)
  await insertKey(deps, key, activatesAt)
  return { kid: key.kid, activatesAt }
}

/** Creates the next key when rotation is due and retires keys whose tokens have all expired. */
export const rotateIfDue = async (deps: SigningKeyDeps): Promise<void> => {
  const keys = await deps.signingKeys.list()
  if (isRotationDue(keys[0], deps.keyRotation, deps.clock.now())) await rotateKey(deps)
  for (const { kid } of expiredKeys(keys, deps.clock.now())) await deps.signingKeys.retire(kid)
}

/** Returns a function that returns the current signing key, cached for 10 seconds. */
export const currentKeyReader = (deps: ReadKeyDeps): (() => Promise<SigningKey>) => {
  let cached: { until: number; key: SigningKey } | null = null
  return async () => {
    const now = deps.clock.now()
    if (cached && cached.until > now.getTime()) return cached.key
    const active = (await deps.signingKeys.list()).find(({ activatesAt }) => activatesAt <= now)
    if (!active) throw new Error('No signing key is active')
    cached = { until: now.getTime() + cacheMs, key: await openKey(deps, active) }
    return cached.key
  }
}

const insertKey = async (
  { signingKeys, sealer }: SigningKeyDeps,
  { kid, publicJwk, privateJwk }: SigningKey,
  activatesAt: Date,
): Promise<void> => {
  const sealed = sealer.seal(JSON.stringify(privateJwk), toBinding(kid))
  await signingKeys.insertIf({ kid, publicJwk, sealed, activatesAt })
}

/** Decrypts a key, and re-encrypts it when it is sealed with an older encryption key. */
const openKey = async (
  { signingKeys, sealer }: ReadKeyDeps,
  { kid, sealed }: StoredSigningKey,
): Promise<SigningKey> => {
  const { text, isCurrent } = sealer.open(sealed!, toBinding(kid))
  if (!isCurrent) await signingKeys.resealIf(kid, sealed!, sealer.seal(text, toBinding(kid)))
  return toSigningKey(JSON.parse(text))
}

const toTime = ({ clock }: ReadKeyDeps, ms: number) => new Date(clock.now().getTime() + ms)
const toBinding = (kid: string) => `signing-key/${kid}`
