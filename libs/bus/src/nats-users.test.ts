import { nkeys } from 'nats'
import { expect, test } from 'vitest'
import { natsUserOf, newNatsSeed, signAsNatsUser } from './nats-users.ts'

test('seeds and users are what the client of NATS makes of them, both ways', () => {
  for (let round = 0; round < 20; round += 1) {
    const seed = newNatsSeed()
    expect(nkeys.fromSeed(Buffer.from(seed)).getPublicKey()).toBe(natsUserOf(seed))
    const theirs = nkeys.createUser()
    expect(natsUserOf(Buffer.from(theirs.getSeed()).toString())).toBe(theirs.getPublicKey())
  }
})

test('the client of NATS accepts the signature of a user, and of no other', () => {
  const [seed, other] = [newNatsSeed(), newNatsSeed()]
  const isSignedBy = (user: string) =>
    nkeys
      .fromPublic(user)
      .verify(Buffer.from('a nonce'), Buffer.from(signAsNatsUser(seed, 'a nonce'), 'base64'))
  expect(isSignedBy(natsUserOf(seed))).toBe(true)
  expect(isSignedBy(natsUserOf(other))).toBe(false)
})

test('refuses what is no seed of a user', () => {
  const seed = newNatsSeed()
  const changed = `${seed.slice(0, 20)}${seed[20] === 'A' ? 'B' : 'A'}${seed.slice(21)}`
  for (const text of ['', 'nonsense', seed.slice(0, -1), changed, natsUserOf(seed)])
    for (const use of [natsUserOf, () => signAsNatsUser(text, 'a nonce')])
      expect(() => use(text)).toThrow('no seed')
})
