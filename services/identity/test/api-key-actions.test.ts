import { createRevocationList } from '@wp/auth'
import type { Principal, WorkspacePrincipal } from '@wp/auth'
import { fixedClock, hashSecret } from '@wp/kernel'
import { claimsOf } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchangeApiKey } from '../src/api-keys/api-key-exchange.actions.ts'
import { createApiKey, revokeApiKey, rotateApiKey, updateApiKey } from '../src/api-keys/api-key.actions.ts'
import type { NewApiKey } from '../src/api-keys/api-key.contract.ts'
import { ownDeps } from './own-deps.ts'
import type { OwnDeps } from './own-deps.ts'

let own: OwnDeps

beforeAll(async () => {
  own = await ownDeps()
})

afterAll(() => own.close())

const fields: NewApiKey = {
  name: 'Shop sync',
  permissions: ['clients.view'],
  expiresAt: null,
  allowedNetworks: [],
  survivesMember: false,
}

const newKey = async (given: Partial<NewApiKey> = {}) => {
  const { workspaceId, principal } = await own.newOwner()
  const owner = await principal()
  const { key, secret } = await createApiKey(own.deps, workspaceId, { ...fields, ...given }, owner)
  return { workspaceId, owner, key, secret }
}

const exchange = (secret: string) => exchangeApiKey(own.deps, hashSecret(secret))
const afterMs = (ms: number) => new Date(own.clock.now().getTime() + ms).toISOString()

/** Returns the caller that services see in a token. */
const principalOf = (token: string): Principal => {
  const claims = claimsOf(token)
  return {
    kind: 'workspace',
    accountId: claims['sub'],
    sessionId: claims['sid'],
    workspaceId: claims['wid'],
    issuedAtMs: claims['iat_ms'],
  } as WorkspacePrincipal
}

/** Returns whether the stored revocations reject a token. */
const statusOf = async (token: string) => {
  const list = createRevocationList({ clock: fixedClock('2027-01-01T00:00:00.000Z') })
  const { revocations } = await own.deps.revocations.pageSince(new Date(0), '')
  for (const { kind, at, sessionId, accountId, workspaceId } of revocations)
    if ((kind as string) === 'session') list.apply({ kind: 'session', sessionId: sessionId!, at })
    else list.apply({ kind: 'outdated', accountId, workspaceId, at })
  return list.isRevoked(principalOf(token))
}

describe('createApiKey', () => {
  it('allows 50 active keys, even for concurrent calls, and does not count revoked and expired ones', async () => {
    const { workspaceId, owner, key } = await newKey({ expiresAt: afterMs(5000) })
    const create = (given: Partial<NewApiKey> = {}) =>
      createApiKey(own.deps, workspaceId, { ...fields, ...given }, owner)
    const quotaExceeded = { code: 'QUOTA_EXCEEDED' }
    for (let created = 1; created < 48; created += 1) await create()
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => create()))
    const rejected = results.filter(({ status }) => status === 'rejected')
    expect(rejected).toMatchObject([1, 2, 3].map(() => ({ reason: quotaExceeded })))
    const { items } = await own.deps.apiKeys.page(workspaceId, { page: 1, limit: 1 })
    await revokeApiKey(own.deps, workspaceId, items[0]!.id, owner)
    await create()
    await expect(create()).rejects.toMatchObject(quotaExceeded)
    own.clock.advance(5000)
    await create()
    const extending = updateApiKey(own.deps, workspaceId, key.id, { expiresAt: null }, owner)
    await expect(extending).rejects.toMatchObject(quotaExceeded)
  })
})

describe('exchangeApiKey', () => {
  it('returns a staff token whose subject, session and key are the API key', async () => {
    const { key, secret, workspaceId } = await newKey({ allowedNetworks: ['203.0.113.0/24'] })
    const { token, allowedNetworks } = await exchange(secret)
    expect(allowedNetworks).toEqual(['203.0.113.0/24'])
    const claims = claimsOf(token) as { iat: number; exp: number }
    expect(claims).toMatchObject({
      kind: 'workspace',
      role: 'staff',
      wid: workspaceId,
      sub: key.id,
      sid: key.id,
      keyId: key.id,
      keyName: 'Shop sync',
      staffId: null,
      permissions: ['clients.view'],
    })
    expect(claims.exp - claims.iat).toBe(900)
  })

  it('issues a token that ends with the key, and then throws TOKEN_EXPIRED', async () => {
    const { secret } = await newKey({ expiresAt: afterMs(60_000) })
    const { iat, exp } = claimsOf((await exchange(secret)).token) as { iat: number; exp: number }
    expect(exp - iat).toBe(60)
    own.clock.advance(60_000)
    await expect(exchange(secret)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  it('accepts an old secret only until its overlap ends', async () => {
    const { workspaceId, owner, key, secret } = await newKey()
    const rotation = { generation: key.generation, overlapSeconds: 100 }
    const next = await rotateApiKey(own.deps, workspaceId, key.id, rotation, owner)
    const { iat, exp } = claimsOf((await exchange(secret)).token) as { iat: number; exp: number }
    expect(exp - iat).toBe(100)
    own.clock.advance(100_000)
    await expect(exchange(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await exchange(next.secret)).token).toEqual(expect.any(String))
  })

  it('throws UNAUTHENTICATED for an unknown hash and for the key itself', async () => {
    const { secret } = await newKey()
    await expect(exchange(`${secret}x`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(exchangeApiKey(own.deps, secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('records the use of an accepted key, but not of a rejected one', async () => {
    const { workspaceId, key, secret } = await newKey({ expiresAt: afterMs(60_000) })
    const lastUsedAt = async () => (await own.deps.apiKeys.get(workspaceId, key.id)).lastUsedAt
    expect(await lastUsedAt()).toBeNull()
    await exchange(secret)
    const used = await lastUsedAt()
    expect(used).not.toBeNull()
    own.clock.advance(60_000)
    await expect(exchange(secret)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(await lastUsedAt()).toEqual(used)
  })
})

describe('a change of an API key during an exchange', () => {
  const changes: [string, (given: Awaited<ReturnType<typeof newKey>>) => Promise<unknown>, string][] = [
    [
      'revoked',
      ({ workspaceId, key, owner }) => revokeApiKey(own.deps, workspaceId, key.id, owner),
      'revoked',
    ],
    [
      'updated',
      ({ workspaceId, key, owner }) =>
        updateApiKey(own.deps, workspaceId, key.id, { permissions: ['services.view'] }, owner),
      'outdated',
    ],
    [
      'rotated',
      ({ workspaceId, key, owner }) => {
        const rotation = { generation: key.generation, overlapSeconds: 0 }
        return rotateApiKey(own.deps, workspaceId, key.id, rotation, owner)
      },
      'outdated',
    ],
  ]

  it.each(changes)('rejects the token when the key is %s after it was read', async (_, change, status) => {
    const given = await newKey()
    const { paused, resume } = own.pauseBefore('memberships', 'findOne')
    const exchanging = exchange(given.secret)
    await paused
    const waiting = own.nextOperation('api_keys', 'update')
    const changed = change(given)
    await Promise.race([changed, waiting])
    resume()
    const { token } = await exchanging
    await changed
    expect(await statusOf(token)).toBe(status)
  })
})

describe('rotateApiKey', () => {
  it('fails with CONFLICT when the key was rotated since its generation was read', async () => {
    const { workspaceId, owner, key } = await newKey()
    const rotation = { generation: key.generation, overlapSeconds: 0 }
    const [first, second] = await Promise.allSettled([
      rotateApiKey(own.deps, workspaceId, key.id, rotation, owner),
      rotateApiKey(own.deps, workspaceId, key.id, rotation, owner),
    ])
    const lost = [first, second].filter(({ status }) => status === 'rejected')
    expect(lost).toMatchObject([{ reason: { code: 'CONFLICT' } }])
  })

  it("keeps tokens valid when the overlap is longer than a token's lifetime", async () => {
    const { workspaceId, owner, key, secret } = await newKey()
    const { token } = await exchange(secret)
    const rotation = { generation: key.generation, overlapSeconds: 900 }
    await rotateApiKey(own.deps, workspaceId, key.id, rotation, owner)
    expect(await statusOf(token)).toBeNull()
  })
})
