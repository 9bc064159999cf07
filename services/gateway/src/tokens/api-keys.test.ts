import {
  createRevocationList,
  createSigner,
  createVerifier,
  newApiKey,
  newKeyPair,
  remoteKeys,
} from '@wp/auth'
import { AppError, fixedClock, hashSecret, newId } from '@wp/kernel'
import { createLogger } from '@wp/telemetry'
import { beforeEach, describe, expect, it } from 'vitest'
import { openApiKeys, type ApiKeys, type ExchangeApiKey } from './api-keys.ts'

const pair = await newKeyPair()
const clock = fixedClock('2027-03-10T09:00:00.000Z')
const common = { issuer: 'wp', audience: 'wp', clock }
const signer = createSigner({ keys: { current: () => pair }, ...common })
const keyId = newId()
const workspaceId = newId()
const address = '203.0.113.7'
const invalid = () => new AppError('UNAUTHENTICATED', 'The API key is invalid or was revoked')

let revocations: ReturnType<typeof createRevocationList>
let apiKeys: ApiKeys
let asked: string[]
let answer: ExchangeApiKey

const issue = (lifetimeSeconds = 900) =>
  signer.sign(
    {
      kind: 'workspace',
      accountId: keyId,
      workspaceId,
      role: 'staff',
      permissions: ['clients.view'],
      staffId: null,
      sessionId: keyId,
      key: { id: keyId, name: 'Shop sync' },
    },
    { lifetimeSeconds },
  )

beforeEach(() => {
  asked = []
  answer = async () => ({ token: (await issue()).token, allowedNetworks: [] })
  revocations = createRevocationList({ clock })
  revocations.touch()
  const keys = remoteKeys({ fetch: async () => ({ keys: [pair.publicJwk] }), clock })
  apiKeys = openApiKeys({
    exchange: (hash) => {
      asked.push(hash)
      return answer(hash)
    },
    verifier: createVerifier({ keys, ...common, revocations }),
    clock,
    logger: createLogger({ service: 'test', level: 'silent' }),
  })
})

const advance = (ms: number): void => {
  clock.advance(ms)
  revocations.touch()
}
const outcome = async (key: string, from = address): Promise<string> => {
  try {
    await apiKeys.access(key, from)
    return 'accepted'
  } catch (error) {
    return (error as AppError).code
  }
}

describe('openApiKeys', () => {
  it('exchanges a key once for concurrent requests and answers later ones synchronously', async () => {
    const key = newApiKey()
    const [first] = await Promise.all([apiKeys.access(key, address), apiKeys.access(key, address)])
    expect(first).toMatchObject({ principal: { accountId: keyId, key: { id: keyId, name: 'Shop sync' } } })
    const warm = apiKeys.access(key, address)
    expect(warm).not.toBeInstanceOf(Promise)
    expect(warm).toEqual(first)
    expect(asked).toEqual([hashSecret(key)])
  })

  it('rejects a mistyped key without calling identity', async () => {
    const key = newApiKey()
    const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
    expect(await outcome(mistyped)).toBe('UNAUTHENTICATED')
    expect(await outcome('wpk_live_short')).toBe('UNAUTHENTICATED')
    expect(asked).toEqual([])
  })

  it('checks with identity only once in 30 seconds about an unknown key', async () => {
    answer = () => Promise.reject(invalid())
    const key = newApiKey()
    expect([await outcome(key), await outcome(key)]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED'])
    expect(asked.length).toBe(1)
    advance(30_000)
    expect(await outcome(key)).toBe('UNAUTHENTICATED')
    expect(asked.length).toBe(2)
  })

  it('checks with identity every time for an expired key, which can be extended', async () => {
    const working = answer
    answer = () => Promise.reject(new AppError('TOKEN_EXPIRED', 'The API key has expired'))
    const key = newApiKey()
    expect(await outcome(key)).toBe('TOKEN_EXPIRED')
    expect(asked.length).toBe(1)
    answer = working
    expect(await outcome(key)).toBe('accepted')
  })

  it('renews the token in the background after a minute, without delaying the request', async () => {
    const key = newApiKey()
    const { token } = await apiKeys.access(key, address)
    advance(60_000)
    expect(apiKeys.access(key, address)).toMatchObject({ token })
    expect(apiKeys.access(key, address)).toMatchObject({ token })
    await expect.poll(() => apiKeys.access(key, address)).not.toMatchObject({ token })
    expect(asked.length).toBe(2)
  })

  it('keeps accepting a key while identity is down, until its token expires', async () => {
    const key = newApiKey()
    await apiKeys.access(key, address)
    answer = () => Promise.reject(new AppError('UNAVAILABLE', 'The identity service is unavailable'))
    for (let minute = 1; minute < 15; minute += 1) {
      advance(60_000)
      expect([minute, await outcome(key)]).toEqual([minute, 'accepted'])
    }
    advance(60_000)
    expect(await outcome(key)).toBe('UNAVAILABLE')
  })

  it('rejects a key that was revoked, although its token was cached', async () => {
    const key = newApiKey()
    await apiKeys.access(key, address)
    answer = () => Promise.reject(invalid())
    revocations.apply({ kind: 'session', sessionId: keyId, at: clock.now() })
    expect(await outcome(key)).toBe('UNAUTHENTICATED')
    expect(await outcome(key)).toBe('UNAUTHENTICATED')
    expect(asked.length).toBe(2)
  })

  it('exchanges a key again when its permissions have changed', async () => {
    const key = newApiKey()
    const { token } = await apiKeys.access(key, address)
    revocations.apply({ kind: 'outdated', accountId: keyId, workspaceId, at: clock.now() })
    advance(1)
    expect(await apiKeys.access(key, address)).not.toMatchObject({ token })
  })

  it('exchanges a key again when it was changed during the exchange', async () => {
    const key = newApiKey()
    const stale = (await issue()).token
    revocations.apply({ kind: 'outdated', accountId: keyId, workspaceId, at: clock.now() })
    advance(1)
    const fresh = (await issue()).token
    answer = async () => ({ token: asked.length === 1 ? stale : fresh, allowedNetworks: [] })
    expect(await apiKeys.access(key, address)).toMatchObject({ token: fresh })
  })

  it('accepts a key only from its networks, and checks every request', async () => {
    answer = async () => ({
      token: (await issue()).token,
      allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
    })
    const key = newApiKey()
    expect(await outcome(key, '198.51.100.1')).toBe('FORBIDDEN')
    expect(await outcome(key, '203.0.113.200')).toBe('accepted')
    expect(await outcome(key, '2001:db8::1')).toBe('accepted')
    expect(await outcome(key, '2001:db9::1')).toBe('FORBIDDEN')
    expect(asked.length).toBe(1)
  })

  it('exchanges a key again when its token has expired', async () => {
    answer = async () => ({ token: (await issue(10)).token, allowedNetworks: [] })
    const key = newApiKey()
    await apiKeys.access(key, address)
    advance(10_000)
    answer = () => Promise.reject(invalid())
    expect(await outcome(key)).toBe('UNAUTHENTICATED')
  })
})
