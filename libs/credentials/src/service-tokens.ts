import { sign, verify } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { credentialFiles, openReloadingFile } from './files.ts'
import { importPublicKey, readSigningKey } from './keys.ts'
import type { RpcCallers, SigningKey } from './keys.ts'

/** Issues tokens that identify the calling service. Each token is for one called service. */
export type ServiceTokens = {
  tokenFor(callee: string): string
  /** Makes the next call of `tokenFor` return a new token; used after the called service rejected the last one. */
  forget(callee: string): void
}

export const rejectionReasons = [
  'missing',
  'malformed',
  'unknown',
  'forged',
  'other-callee',
  'expired',
  'not-allowed',
] as const

/** The reason for rejecting a call. */
export type Rejection = {
  reason: (typeof rejectionReasons)[number]
  /**
   * The caller named in the token, or null if the token is missing or cannot be read. Not verified for `unknown` and
   * `forged`.
   */
  caller: string | null
}

/** `check` returns null when the call is allowed. */
export type CallerCheck = { check: (token: string | undefined, method: string) => Rejection | null }

type Options = {
  service: string
  /** The service's credentials folder; changed files are read again. */
  folder: string
  now?: () => number
}

const lifetimeMs = 5 * 60_000
/** Tokens are renewed this long before they expire, so that they do not expire in transit. */
const renewBeforeMs = 60_000
/**
 * A token dated at least this far in the future was signed while this machine's clock was ahead, so it is not reused.
 */
const maxSetBackMs = 5000
/** Allowed clock difference between two machines. */
const skewMs = 30_000
const maxCached = 1000
const type = 'wp-service+jwt'

/**
 * Returns an issuer for 5-minute tokens signed with the service's key. Tokens are reused until a minute before
 * expiry.
 */
export const openServiceTokens = ({ service, folder, now = Date.now }: Options): ServiceTokens => {
  const keyFile = openReloadingFile(join(folder, credentialFiles.rpcKey), readSigningKey, now)
  const cache = new Map<string, { token: string; kid: string; signedAt: number }>()
  return {
    tokenFor: (callee) => {
      const key = keyFile.current()
      const known = cache.get(callee)
      const ageMs = now() - (known?.signedAt ?? 0)
      if (known?.kid === key.kid && ageMs > -maxSetBackMs && ageMs < lifetimeMs - renewBeforeMs)
        return known.token
      const token = signServiceToken(key, { iss: service, aud: callee, at: now() })
      cache.set(callee, { token, kid: key.kid, signedAt: now() })
      return token
    },
    forget: (callee) => void cache.delete(callee),
  }
}

/** Signs a token for one called service; `at` is the time in ms. */
const signServiceToken = (
  { kid, key }: SigningKey,
  { iss, aud, at }: { iss: string; aud: string; at: number },
): string => {
  const iat = Math.floor(at / 1000)
  const content = `${encode({ alg: 'EdDSA', typ: type, kid })}.${encode({ iss, aud, iat, exp: iat + lifetimeMs / 1000 })}`
  return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`
}

type VerifiedToken = { caller: string; expiresAt: number; methods: ReadonlySet<string> }

const CallersFile: z.ZodType<RpcCallers> = z.record(
  z.string(),
  z.strictObject({
    keys: z.array(z.strictObject({ kid: z.string(), x: z.string() })),
    methods: z.array(z.string()),
  }),
)

/** Returns a check that only allows the callers and methods in `rpc-callers.json`. Verified tokens are cached. */
export const openCallerCheck = ({ service, folder, now = Date.now }: Options): CallerCheck => {
  const callersFile = openReloadingFile(
    join(folder, credentialFiles.rpcCallers),
    (text) => new Map(Object.entries(CallersFile.parse(JSON.parse(text)))),
    now,
  )
  let callers = callersFile.current()
  const verified = new Map<string, VerifiedToken>()

  const clearCacheOnChange = (found: typeof callers): void => {
    if (found === callers) return
    callers = found
    verified.clear()
  }

  const verifyToken = (token: string): VerifiedToken | Rejection => {
    const read = readToken(token)
    if (!read) return { reason: 'malformed', caller: null }
    const { content, signature, kid, iss, aud, exp } = read
    const rejected = (reason: Rejection['reason']): Rejection => ({ reason, caller: iss })
    const findKey = () => callers.get(iss)?.keys.find((key) => key.kid === kid)
    // The key may be new, so check the file without waiting for the next interval.
    if (!findKey()) clearCacheOnChange(callersFile.refresh())
    const key = findKey()
    if (!key) return rejected('unknown')
    if (!verify(null, Buffer.from(content), importPublicKey(key), signature)) return rejected('forged')
    if (aud !== service) return rejected('other-callee')
    const expiresAt = exp * 1000 + skewMs
    if (expiresAt > now() + lifetimeMs + 2 * skewMs) return rejected('malformed')
    return { caller: iss, expiresAt, methods: new Set(callers.get(iss)!.methods) }
  }

  return {
    check: (token, method) => {
      if (!token) return { reason: 'missing', caller: null }
      clearCacheOnChange(callersFile.current())
      const result = verified.get(token) ?? verifyToken(token)
      if ('reason' in result) return result
      if (result.expiresAt <= now()) {
        verified.delete(token)
        return { reason: 'expired', caller: result.caller }
      }
      if (verified.size >= maxCached) verified.clear()
      verified.set(token, result)
      return result.methods.has(method) ? null : { reason: 'not-allowed', caller: result.caller }
    },
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const decode = (part: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}

const readToken = (token: string) => {
  const parts = token.split('.')
  if (parts.length !== 3 || token.length > 1000) return null
  const [head = '', body = '', signature = ''] = parts
  try {
    const { alg, typ, kid } = decode(head)
    const { iss, aud, exp } = decode(body)
    if (alg !== 'EdDSA' || typ !== type || typeof kid !== 'string') return null
    if (typeof iss !== 'string' || typeof aud !== 'string' || typeof exp !== 'number') return null
    const bytes = Buffer.from(signature, 'base64url')
    return { content: `${head}.${body}`, signature: bytes, kid, iss, aud, exp }
  } catch {
    return null
  }
}
