import { fixedClock } from '@wp/kernel'
import type { AppError } from '@wp/kernel'
import type { CryptoKey, JSONWebKeySet } from 'jose'
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { createHmac, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRevocationList, createSigner, createVerifier, holds, newKeyPair, remoteKeys } from './index.ts'
import type { KeyPair, RevocationList, Signer, TokenSubject, Verifier } from './index.ts'

const issuer = 'https://platform.test'
const audience = 'workspace-platform'
const start = '2027-03-10T09:00:00.000Z'
const id = (letter: string) => letter.repeat(24)

const owner: TokenSubject = {
  kind: 'workspace',
  accountId: id('a'),
  workspaceId: id('b'),
  role: 'owner',
  permissions: ['holidays.manage'],
  staffId: null,
  sessionId: id('c'),
}

const pair = await newKeyPair()
const otherPair = await newKeyPair()
const clock = fixedClock(start)
let current: KeyPair
let published: () => Promise<JSONWebKeySet>
let fetches: number
let signer: Signer
let verifier: Verifier
let revocations: RevocationList

beforeEach(() => {
  clock.set(start)
  current = pair
  fetches = 0
  published = async () => ({ keys: [pair.publicJwk] })
  const keys = remoteKeys({
    fetch: () => {
      fetches += 1
      return published()
    },
    clock,
  })
  revocations = createRevocationList({ clock })
  revocations.touch()
  signer = createSigner({ keys: { current: () => current }, issuer, audience, clock })
  verifier = createVerifier({ keys, issuer, audience, clock, revocations })
})

const outcomeOf = (token: string): Promise<string> =>
  verifier.verify(token).then(
    () => 'accepted',
    (error: AppError) => `${error.status} ${error.code}`,
  )

describe('createVerifier', () => {
  it('returns the API key of a token that was issued for one', async () => {
    const key = { id: id('c'), name: 'Shop sync' }
    const { token } = await signer.sign({ ...owner, role: 'staff', accountId: key.id, key } as TokenSubject)
    expect(await verifier.verify(token)).toMatchObject({ role: 'staff', sessionId: key.id, key })
  })

  it('returns the principal for a signed token', async () => {
    const { token, expiresInSeconds } = await signer.sign(owner)
    const seconds = Date.parse(start) / 1000
    expect(expiresInSeconds).toBe(3600)
    expect(await verifier.verify(token)).toEqual({
      ...owner,
      key: null,
      issuedAt: seconds,
      issuedAtMs: seconds * 1000,
      expiresAt: seconds + 3600,
    })
    const admin: TokenSubject = {
      kind: 'admin',
      accountId: id('a'),
      roles: ['analyst'],
      permissions: ['dashboard.view'],
      sessionId: id('c'),
    }
    expect(await verifier.verify((await signer.sign(admin)).token)).toMatchObject(admin)
  })

  it('keeps permissions declared by other services', async () => {
    const permissions = ['points.view', 'tasks.manage']
    const { token } = await signer.sign({ ...owner, role: 'staff', permissions } as TokenSubject)
    const principal = await verifier.verify(token)
    expect(principal).toMatchObject({ permissions })
    expect(holds(principal, 'points.view')).toBe(true)
    expect(holds(principal, 'points.manage')).toBe(false)
  })

  it('throws TOKEN_EXPIRED as soon as the token expires, even if its verification is cached', async () => {
    const { token } = await signer.sign(owner, { lifetimeSeconds: 30 })
    clock.advance(29_999)
    expect(await outcomeOf(token)).toBe('accepted')
    clock.advance(1)
    expect(await outcomeOf(token)).toBe('401 TOKEN_EXPIRED')
  })

  it('throws TOKEN_EXPIRED for a token that was issued by a clock more than ten minutes ahead', async () => {
    clock.advance(600_000)
    const { token: early } = await signer.sign(owner)
    clock.advance(1)
    const { token: tooEarly } = await signer.sign(owner)
    clock.set(start)
    revocations.touch()
    expect(await outcomeOf(early)).toBe('accepted')
    expect(await outcomeOf(tooEarly)).toBe('401 TOKEN_EXPIRED')
  })

  it('caches a verified token for a minute', async () => {
    const { token } = await signer.sign(owner)
    expect(verifier.getCached(token)).toBeNull()
    await verifier.verify(token)
    clock.advance(59_999)
    revocations.touch()
    expect(verifier.getCached(token)?.accountId).toBe(owner.accountId)
    clock.advance(1)
    expect(verifier.getCached(token)).toBeNull()
  })

  it('rejects tokens of a revoked login session immediately, cached or not', async () => {
    const { token } = await signer.sign(owner)
    await verifier.verify(token)
    revocations.apply({ kind: 'session', sessionId: owner.sessionId, at: start })
    expect(await outcomeOf(token)).toBe('401 UNAUTHENTICATED')
    expect(() => verifier.getCached(token)).toThrow(/session has ended/)
    expect(await outcomeOf((await signer.sign(owner)).token)).toBe('401 UNAUTHENTICATED')
  })

  it('throws TOKEN_EXPIRED after a role change and accepts a token issued afterward', async () => {
    const { token } = await signer.sign(owner)
    revocations.apply({ kind: 'outdated', accountId: owner.accountId, at: start })
    expect(await outcomeOf(token)).toBe('401 TOKEN_EXPIRED')
    clock.advance(1)
    expect(await outcomeOf((await signer.sign(owner)).token)).toBe('accepted')
  })

  it('throws UNAVAILABLE when the revocation list was last updated more than 60 s ago', async () => {
    const { token } = await signer.sign(owner)
    clock.advance(60_000)
    expect(await outcomeOf(token)).toBe('accepted')
    clock.advance(1)
    expect(await outcomeOf(token)).toBe('503 UNAVAILABLE')
  })
})

describe('recheck', () => {
  it('returns true for five minutes after the token was verified, then false', async () => {
    const principal = await verifier.verify((await signer.sign(owner)).token)
    clock.advance(5 * 60_000 - 1)
    revocations.touch()
    expect(verifier.recheck(principal)).toBe(true)
    clock.advance(1)
    expect(verifier.recheck(principal)).toBe(false)
    expect(verifier.recheck({ ...principal })).toBe(false)
  })

  it('returns false when the keys have changed', async () => {
    const principal = await verifier.verify((await signer.sign(owner)).token)
    published = async () => ({ keys: [pair.publicJwk, otherPair.publicJwk] })
    clock.advance(5_000)
    current = otherPair
    await verifier.verify((await signer.sign(owner)).token)
    expect(verifier.recheck(principal)).toBe(false)
  })

  it('throws when the token has expired or its login session was revoked', async () => {
    const short = await verifier.verify((await signer.sign(owner, { lifetimeSeconds: 30 })).token)
    const long = await verifier.verify((await signer.sign(owner)).token)
    clock.advance(30_000)
    expect(() => verifier.recheck(short)).toThrow('The token has expired')
    expect(verifier.recheck(long)).toBe(true)
    revocations.apply({ kind: 'session', sessionId: owner.sessionId, at: start })
    expect(() => verifier.recheck(long)).toThrow('This login session has ended')
  })
})

describe('createVerifier: public keys', () => {
  it('fetches the keys again when a token has an unknown kid, at most every 5 s', async () => {
    await verifier.verify((await signer.sign(owner)).token)
    expect(fetches).toBe(1)
    current = otherPair
    const { token } = await signer.sign(owner)
    expect(await outcomeOf(token)).toBe('401 UNAUTHENTICATED')
    expect(fetches).toBe(1)
    published = async () => ({ keys: [pair.publicJwk, otherPair.publicJwk] })
    clock.advance(5_000)
    expect(await outcomeOf(token)).toBe('accepted')
    expect(fetches).toBe(2)
  })

  it('rejects tokens signed with a withdrawn key, even if their verification is cached', async () => {
    const { token } = await signer.sign(owner)
    await verifier.verify(token)
    published = async () => ({ keys: [otherPair.publicJwk] })
    clock.advance(300_000)
    revocations.touch()
    await outcomeOf(token)
    await expect.poll(() => outcomeOf(token)).toBe('401 UNAUTHENTICATED')
  })

  it('keeps using known keys while the key source is unreachable, and throws UNAVAILABLE for an unknown kid', async () => {
    const { token } = await signer.sign(owner)
    await verifier.verify(token)
    published = () => Promise.reject(new Error('connect ECONNREFUSED'))
    clock.advance(10_000)
    current = otherPair
    expect(await outcomeOf((await signer.sign(owner)).token)).toBe('503 UNAVAILABLE')
    expect(await outcomeOf(token)).toBe('accepted')
  })

  it('fetches the keys only once for fifty concurrent calls', async () => {
    const { token } = await signer.sign(owner)
    await Promise.all(Array.from({ length: 50 }, () => verifier.verify(token)))
    expect(fetches).toBe(1)
  })
})

describe('createVerifier: forged tokens', () => {
  const seconds = Date.parse(start) / 1000
  const claims = {
    iss: issuer,
    aud: audience,
    kind: 'workspace',
    sub: owner.accountId,
    wid: id('b'),
    role: 'owner',
    permissions: [],
    staffId: null,
    sid: id('c'),
    iat: seconds,
    iat_ms: seconds * 1000,
    exp: seconds + 3600,
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  const signed = async (header: Record<string, unknown>, payload: object = claims, by: KeyPair = otherPair) =>
    new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'ES256', ...header })
      .sign(await importJWK(by.privateJwk, 'ES256'))

  const hmacWithPublicKey = async () => {
    const body = `${encode({ alg: 'HS256', kid: pair.kid })}.${encode(claims)}`
    const pem = await exportSPKI((await importJWK(pair.publicJwk, 'ES256')) as CryptoKey)
    return `${body}.${createHmac('sha256', pem).update(body).digest('base64url')}`
  }

  const attacks: Record<string, () => string | Promise<string>> = {
    'alg none': () => new UnsecuredJWT(claims).encode(),
    'alg nOnE with our kid': () => `${encode({ alg: 'nOnE', kid: pair.kid })}.${encode(claims)}.`,
    'HS256 with the public key as secret': hmacWithPublicKey,
    'our kid, another key': () => signed({ kid: pair.kid }),
    'no kid': () => signed({}),
    'a kid that is a path': () => signed({ kid: '../../../../dev/null' }),
    'a kid that is a prototype key': () => signed({ kid: '__proto__' }),
    'a kid that is an object': async () => {
      const [, payload, signature] = (await signed({ kid: pair.kid }, claims, pair)).split('.')
      return `${encode({ alg: 'ES256', kid: { $ne: null } })}.${payload}.${signature}`
    },
    "jku with an attacker's key set": () =>
      signed({ kid: otherPair.kid, jku: 'https://attacker.test/jwks.json' }),
    "x5u with an attacker's certificate": () =>
      signed({ kid: otherPair.kid, x5u: 'https://attacker.test/c.pem' }),
    'an embedded jwk': () => signed({ kid: otherPair.kid, jwk: otherPair.publicJwk }),
    'an embedded jwk and our kid': () => signed({ kid: pair.kid, jwk: otherPair.publicJwk }),
    'an unknown critical header': async () => {
      const [, payload, signature] = (await signed({ kid: pair.kid }, claims, pair)).split('.')
      return `${encode({ alg: 'ES256', kid: pair.kid, crit: ['x'], x: 1 })}.${payload}.${signature}`
    },
    'no signature': async () => `${(await signed({ kid: pair.kid }, claims, pair)).replace(/\.[^.]+$/, '')}.`,
    'a signature of zeros': async () =>
      `${(await signed({ kid: pair.kid }, claims, pair)).replace(/\.[^.]+$/, '')}.${Buffer.alloc(64).toString('base64url')}`,
    'a changed payload': async () => {
      const [header, , signature] = (await signed({ kid: pair.kid }, claims, pair)).split('.')
      return `${header}.${encode({ ...claims, wid: id('d') })}.${signature}`
    },
    'another issuer': () => signed({ kid: pair.kid }, { ...claims, iss: 'https://attacker.test' }, pair),
    'another audience': () => signed({ kid: pair.kid }, { ...claims, aud: 'other' }, pair),
    'issuer and audience swapped': () =>
      signed({ kid: pair.kid }, { ...claims, iss: audience, aud: issuer }, pair),
    'nbf in the future': () => signed({ kid: pair.kid }, { ...claims, nbf: seconds + 60 }, pair),
    'no exp': () => signed({ kid: pair.kid }, { ...claims, exp: undefined }, pair),
    'exp as text': async () => {
      const header = encode({ alg: 'ES256', kid: pair.kid })
      return `${header}.${encode({ ...claims, exp: 'never' })}.${Buffer.alloc(64).toString('base64url')}`
    },
    'another kind': () => signed({ kid: pair.kid }, { ...claims, kind: 'refresh' }, pair),
    'no session': () => signed({ kid: pair.kid }, { ...claims, sid: undefined }, pair),
    'a huge token': () =>
      signed({ kid: pair.kid }, { ...claims, junk: randomBytes(1_000_000).toString('hex') }, pair),
    garbage: () => 'not.a.token',
    'an empty token': () => '',
    'NUL bytes': () => '\u0000.\u0000.\u0000',
  }

  it('accepts the token from which the forgeries are made', async () => {
    expect(await outcomeOf(await signed({ kid: pair.kid }, claims, pair))).toBe('accepted')
  })

  it.each(Object.keys(attacks))('rejects a forged token without fetching keys: %s', async (name) => {
    await verifier.verify((await signer.sign(owner)).token)
    const before = fetches
    expect(await outcomeOf(await attacks[name]!())).toBe('401 UNAUTHENTICATED')
    expect(fetches).toBe(before)
  })
})
