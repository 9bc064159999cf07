import { nkeys } from 'nats'
import { describe, expect, it } from 'vitest'
import { toNatsUser, newNatsSeed, signAsNatsUser } from './nats-users.ts'

describe('toNatsUser and signAsNatsUser', () => {
  it('derives the same public key as the NATS client', () => {
    for (let round = 0; round < 20; round += 1) {
      const seed = newNatsSeed()
      expect(nkeys.fromSeed(Buffer.from(seed)).getPublicKey()).toBe(toNatsUser(seed))
      const created = nkeys.createUser()
      expect(toNatsUser(Buffer.from(created.getSeed()).toString())).toBe(created.getPublicKey())
    }
  })

  it('creates signatures that the NATS client accepts for this user and no other', () => {
    const [seed, other] = [newNatsSeed(), newNatsSeed()]
    const isSignedBy = (user: string) =>
      nkeys
        .fromPublic(user)
        .verify(Buffer.from('a nonce'), Buffer.from(signAsNatsUser(seed, 'a nonce'), 'base64'))
    expect(isSignedBy(toNatsUser(seed))).toBe(true)
    expect(isSignedBy(toNatsUser(other))).toBe(false)
  })

  it('throws for an invalid seed', () => {
    const seed = newNatsSeed()
    const changed = `${seed.slice(0, 20)}${seed[20] === 'A' ? 'B' : 'A'}${seed.slice(21)}`
    for (const text of ['', 'invalid', seed.slice(0, -1), changed, toNatsUser(seed)])
      for (const use of [toNatsUser, () => signAsNatsUser(text, 'a nonce')])
        expect(() => use(text)).toThrow('not a valid seed')
  })
})
