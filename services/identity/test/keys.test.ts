import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { trusted } from '@wp/mongo'
import { openTestDatabase } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { factorCollection } from '../src/mfa/factor.store.ts'
import { identityCollections } from '../src/service.ts'
import { ownIdentity, password } from './own-identity.ts'
import type { OwnIdentity } from './own-identity.ts'
import { enrolTotp, totpCode } from './second-factors.ts'

let own: OwnIdentity

const folder = mkdtempSync(join(tmpdir(), 'wp-keys-'))

beforeAll(async () => {
  own = await ownIdentity({ KEY_ROTATION_DAYS: '90' })
})

afterAll(async () => {
  await own.stop()
  rmSync(folder, { recursive: true, force: true })
})

const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid

const published = async () => (await own.visitor.getJwks()).body.keys.map(({ kid }) => kid)

describe('rotate-keys job', () => {
  it('publishes a new key before it signs tokens, and the old key until its tokens expire', async () => {
    const first = await own.signUp()
    const oldKid = kidOf(first.token)
    expect(await published()).toEqual([oldKid])
    await own.advance(89 * 86_400_000)
    await own.running.runJob('rotate-keys')
    expect(await published()).toEqual([oldKid])

    await own.advance(86_400_000 + 1)
    await own.running.runJob('rotate-keys')
    const [newKid, second] = await published()
    expect(second).toBe(oldKid)
    expect(newKid).not.toBe(oldKid)
    const before = await own.signUp()
    expect(kidOf(before.token)).toBe(oldKid)

    await own.advance(11 * 60_000)
    const after = await own.signUp()
    expect(kidOf(after.token)).toBe(newKid)
    for (const { api } of [before, after]) expect((await api.me()).status).toBe(200)
    await own.running.runJob('rotate-keys')
    expect(await published()).toEqual([newKid, oldKid])

    await own.advance(71 * 60_000)
    await own.running.runJob('rotate-keys')
    expect(await published()).toEqual([newKid])
    expect((await own.visitor.refresh({ refreshToken: before.refreshToken })).status).toBe(200)
  })
})

describe('GET /.well-known/jwks.json', () => {
  it('returns only public key fields', async () => {
    const { keys } = (await own.visitor.getJwks()).body
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys)
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })
})

describe('a sealed TOTP secret', () => {
  it('is opened with an old key, re-encrypted with the current key on use, and rejected if it belongs to another account', async () => {
    const prefix = `t${randomBytes(6).toString('hex')}_`
    const key = () => randomBytes(32).toString('base64')
    const keys = { k1: key(), k2: key() }
    const fileOf = (current: string, among: object) => {
      const file = join(folder, `${current}-${Object.keys(among).length}.json`)
      writeFileSync(file, JSON.stringify({ current, keys: among }))
      return { ENCRYPTION_KEYS_FILE: file, DATABASE_PREFIX: prefix }
    }
    const before = await ownIdentity(fileOf('k1', { k1: keys.k1 }))
    const owner = await before.signUp()
    const { secret } = await enrolTotp(owner.api, before.clock.now().getTime())
    await before.stop()

    const after = await ownIdentity(fileOf('k2', keys))
    const now = () => after.clock.now().getTime()
    onTestFinished(() => after.stop())
    const db = await openTestDatabase(`${prefix}identity`, { collections: identityCollections })
    onTestFinished(() => db.close())
    const factors = db.global(factorCollection)
    const sealedOf = async () =>
      (await factors().findOne({ type: 'totp', isConfirmed: true }, { sort: { createdAt: 1 } }))!.sealed!
    const enter = async (code: string) => {
      const { body } = await after.visitor.login({ email: owner.email, password })
      if (!('challenge' in body)) throw new Error('The login did not require a second factor')
      return after.visitor.verifyLogin({ challengeId: body.challenge.id, code })
    }
    expect(await sealedOf()).toMatch(/^k1\./)
    expect((await enter(totpCode(secret, 1, now()))).status).toBe(200)
    expect(await sealedOf()).toMatch(/^k2\./)

    const thief = await after.signUp()
    const theirs = await enrolTotp(thief.api, now())
    const { sealed } = await factors().get({ id: theirs.methodId })
    await factors().updateIf({ type: 'totp', sealed: trusted({ $ne: sealed }) }, { sealed })
    expect((await enter(totpCode(theirs.secret, 1, now()))).status).toBe(500)
  })
})

describe('POST /auth/login', () => {
  it('verifies exactly one password hash, whether the email is known or unknown', async () => {
    const { email } = await own.signUp()
    const counts = async () => {
      const text = await (await fetch(`${own.running.opsUrl}/metrics`)).text()
      const of = (operation: string) =>
        Number(
          new RegExp(`wp_password_operations_total{[^}]*operation="${operation}"[^}]*} (\\d+)`).exec(
            text,
          )?.[1] ?? 0,
        )
      return { hash: of('hash'), verify: of('verify') }
    }
    for (const address of [email, 'unknown@shop.example']) {
      const before = await counts()
      await own.visitor.login({ email: address, password: 'wrong-horse-1' })
      expect(await counts()).toEqual({ hash: before.hash, verify: before.verify + 1 })
    }
  })
})
