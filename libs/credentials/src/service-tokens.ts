import { sign, verify } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { credentialFiles, followFile } from './files.ts'
import { importPublicKey, readSigningKey } from './keys.ts'
import type { RpcCallers, SigningKey } from './keys.ts'

/** Proof of who calls, made for one callee at a time. */
export type ServiceTokens = { tokenFor(callee: string): string }

/** Why a call is refused; null when it is allowed. */
export type Refusal = {
  reason: 'missing' | 'malformed' | 'unknown' | 'forged' | 'other-callee' | 'expired' | 'not-allowed'
  /** As the token says; not proven unless the reason is `not-allowed`. */
  caller: string | null
}

export type CallerCheck = { refuse: (token: string | undefined, method: string) => Refusal | null }

type Options = {
  service: string
  /** Where its credentials lie; read again when they change. */
  folder: string
  now?: () => number
}

const lifeMs = 5 * 60_000
/** Made anew so early that a token never runs out on its way. */
const renewBeforeMs = 60_000
/** Clocks of two machines may differ by this much. */
const skewMs = 30_000
const maxKnown = 1000
const type = 'wp-service+jwt'

/** Tokens of 5 minutes, signed by the key of the service and kept until a minute before their end. */
export const openServiceTokens = ({ service, folder, now = Date.now }: Options): ServiceTokens => {
  const keyFile = followFile(join(folder, credentialFiles.rpcKey), readSigningKey, now)
  const made = new Map<string, { token: string; kid: string; renewAt: number }>()
  return {
    tokenFor: (callee) => {
      const key = keyFile.current()
      const known = made.get(callee)
      if (known && known.kid === key.kid && now() < known.renewAt) return known.token
      const token = signServiceToken(key, { iss: service, aud: callee, at: now() })
      made.set(callee, { token, kid: key.kid, renewAt: now() + lifeMs - renewBeforeMs })
      return token
    },
  }
}

/** A token for one callee; `at` is the time in ms. */
const signServiceToken = (
  { kid, key }: SigningKey,
  { iss, aud, at }: { iss: string; aud: string; at: number },
): string => {
  const iat = Math.floor(at / 1000)
  const content = `${encode({ alg: 'EdDSA', typ: type, kid })}.${encode({ iss, aud, iat, exp: iat + lifeMs / 1000 })}`
  return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`
}

type Proven = { caller: string; endsAt: number; methods: ReadonlySet<string> }

const CallersFile: z.ZodType<RpcCallers> = z.record(
  z.string(),
  z.strictObject({
    keys: z.array(z.strictObject({ kid: z.string(), x: z.string() })),
    methods: z.array(z.string()),
  }),
)

/** Lets in only the callers and methods of `rpc-callers.json`. A token is verified once; afterwards it is looked up. */
export const openCallerCheck = ({ service, folder, now = Date.now }: Options): CallerCheck => {
  const callersFile = followFile(
    join(folder, credentialFiles.rpcCallers),
    (text) => new Map(Object.entries(CallersFile.parse(JSON.parse(text)))),
    now,
  )
  let callers = callersFile.current()
  const known = new Map<string, Proven>()

  const forgetOnChange = (found: typeof callers): void => {
    if (found === callers) return
    callers = found
    known.clear()
  }

  const prove = (token: string): Proven | Refusal => {
    const read = readToken(token)
    if (!read) return { reason: 'malformed', caller: null }
    const { content, signature, kid, iss, aud, exp } = read
    const refused = (reason: Refusal['reason']): Refusal => ({ reason, caller: iss })
    const findKey = () => callers.get(iss)?.keys.find((key) => key.kid === kid)
    // A key that was made just now is in the file already.
    if (!findKey()) forgetOnChange(callersFile.refresh())
    const key = findKey()
    if (!key) return refused('unknown')
    if (!verify(null, Buffer.from(content), importPublicKey(key), signature)) return refused('forged')
    if (aud !== service) return refused('other-callee')
    const endsAt = exp * 1000 + skewMs
    if (endsAt > now() + lifeMs + 2 * skewMs) return refused('malformed')
    return { caller: iss, endsAt, methods: new Set(callers.get(iss)!.methods) }
  }

  return {
    refuse: (token, method) => {
      if (!token) return { reason: 'missing', caller: null }
      forgetOnChange(callersFile.current())
      const proven = known.get(token) ?? prove(token)
      if ('reason' in proven) return proven
      if (proven.endsAt <= now()) {
        known.delete(token)
        return { reason: 'expired', caller: proven.caller }
      }
      if (known.size >= maxKnown) known.clear()
      known.set(token, proven)
      return proven.methods.has(method) ? null : { reason: 'not-allowed', caller: proven.caller }
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
