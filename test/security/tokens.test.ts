import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '@wp/kernel'
import {
  base64url,
  type Claims,
  claimsOf,
  newWorkspace,
  platform,
  signingKey,
  signToken,
  type TestWorkspace,
} from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let owner: TestWorkspace
let trap: Server
let trapped = 0
let trapUrl = ''

beforeAll(async () => {
  owner = await newWorkspace()
  trap = createServer((_, response) => {
    trapped += 1
    response.end(JSON.stringify({ keys: [] }))
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/jwks.json`
})

afterAll(() => trap.close())

const statusAt = async (url: string, token: string): Promise<number> =>
  (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status

/** Sends a token to the gateway and directly to the service, which verifies tokens itself. */
const expectRefused = async (token: string, status = 401) => {
  const identity = platform().services['identity']![0]!.http
  expect(await statusAt(`${platform().gatewayUrl}/v1/auth/me`, token)).toBe(status)
  expect(await statusAt(`${identity}/auth/me`, token)).toBe(status)
}

const now = () => Math.floor(Date.now() / 1000)
const altered = (changes: Claims) => signToken({ ...claimsOf(owner.token), ...changes })
const handMade = (header: object, claims: Claims, signature: string) =>
  `${base64url(header)}.${base64url(claims)}.${signature}`
const foreignKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return Object.assign(privateKey.export({ format: 'jwk' }) as Record<string, string>, { kid: 'foreign' })
}

describe('access tokens', () => {
  it('accepts a token signed by identity', async () => {
    expect(await statusAt(`${platform().gatewayUrl}/v1/auth/me`, owner.token)).toBe(200)
  })

  it('rejects a token with no signature, a truncated signature or alg none', async () => {
    const claims = claimsOf(owner.token)
    await expectRefused(handMade({ alg: 'none', typ: 'JWT' }, claims, ''))
    await expectRefused(handMade({ alg: 'None', typ: 'JWT', kid: signingKey().kid }, claims, ''))
    await expectRefused(owner.token.split('.').slice(0, 2).join('.') + '.')
    await expectRefused(owner.token.slice(0, -4))
  })

  it('rejects HS256 with the public key as the secret', async () => {
    const jwk = signingKey()
    const { kty, crv, x, y } = jwk
    const pem = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    })
    for (const secret of [pem, JSON.stringify({ kty, crv, x, y })]) {
      const content = `${base64url({ alg: 'HS256', typ: 'JWT', kid: jwk.kid })}.${base64url(claimsOf(owner.token))}`
      await expectRefused(`${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`)
    }
  })

  it('rejects a token whose claims were changed after signing', async () => {
    const [header, , signature] = owner.token.split('.')
    await expectRefused(
      `${header}.${base64url({ ...claimsOf(owner.token), role: 'owner', wid: newId() })}.${signature}`,
    )
  })

  it('rejects tokens signed with an unknown key, even with a forged kid', async () => {
    const claims = claimsOf(owner.token)
    for (const kid of [
      'foreign',
      '../../keys/signing-keys.json',
      '/dev/null',
      "' OR 1=1 --",
      '',
      signingKey().kid,
    ]) {
      await expectRefused(signToken(claims, { kid }, foreignKey()))
    }
  })

  it('does not use keys from jku, x5u or jwk headers', async () => {
    const jwk = foreignKey()
    const claims = claimsOf(owner.token)
    const publicJwk = { ...jwk, d: undefined }
    await expectRefused(signToken(claims, { jku: trapUrl }, jwk))
    await expectRefused(signToken(claims, { x5u: trapUrl }, jwk))
    await expectRefused(signToken(claims, { jwk: publicJwk }, jwk))
    expect(trapped).toBe(0)
  })

  it('rejects a token with another issuer, audience or kind, or with invalid times or an invalid workspace', async () => {
    await expectRefused(altered({ iss: 'https://evil.example' }))
    await expectRefused(altered({ aud: 'somebody-else' }))
    await expectRefused(altered({ kind: 'refresh' }))
    await expectRefused(altered({ nbf: now() + 600 }))
    await expectRefused(altered({ exp: now() - 1 }))
    await expectRefused(altered({ exp: undefined }))
    await expectRefused(altered({ wid: { $ne: null } }))
  })

  it('rejects a huge token', async () => {
    const reply = await statusAt(`${platform().gatewayUrl}/v1/auth/me`, `${'a'.repeat(12_000)}.b.c`)
    expect([400, 401, 431]).toContain(reply)
    expect(await statusAt(`${platform().gatewayUrl}/v1/auth/me`, 'a'.repeat(20_000))).toBe(431)
  })
})
