import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { credentialFiles, openCallerCheck, openServiceTokens } from './index.ts'
import { newServiceKey, toPublicKey } from './setup.ts'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-credentials-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const setUp = (methods = ['GetJwks']) => {
  let time = Date.parse('2026-03-01T10:00:00Z')
  const now = () => time
  const [caller, callee] = [newFolder(), newFolder()]
  const writeKey = (pem: string) => writeFileSync(join(caller, credentialFiles.rpcKey), pem)
  const writeCallers = (...pems: string[]) =>
    writeFileSync(
      join(callee, credentialFiles.rpcCallers),
      JSON.stringify({ scheduling: { keys: pems.map(toPublicKey), methods } }),
    )
  const first = newServiceKey()
  writeKey(first)
  writeCallers(first)
  return {
    first,
    writeKey,
    writeCallers,
    advance: (ms: number) => (time += ms),
    tokens: (service = 'scheduling') => openServiceTokens({ service, folder: caller, now }),
    openCheck: (service = 'identity') => openCallerCheck({ service, folder: callee, now }),
  }
}

describe('service tokens', () => {
  it('allows only the methods declared for the caller', () => {
    const { tokens, openCheck } = setUp()
    const token = tokens().tokenFor('identity')
    const { check } = openCheck()
    expect(check(token, 'GetJwks')).toBeNull()
    expect(check(token, 'UpsertStaffAccount')).toEqual({ reason: 'not-allowed', caller: 'scheduling' })
  })

  it('rejects tokens that are missing, malformed, forged, meant for another service or from an unknown caller', () => {
    const { tokens, openCheck } = setUp()
    const { check } = openCheck()
    const token = tokens().tokenFor('identity')
    const [head, body, signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(body!, 'base64url').toString()) as object
    const changed = Buffer.from(JSON.stringify({ ...claims, exp: 9e9 })).toString('base64url')
    expect(check(undefined, 'GetJwks')?.reason).toBe('missing')
    for (const malformed of ['x', 'a.b.c', `${head}.bnVsbA.${signature}`, 'x'.repeat(5000)])
      expect(check(malformed, 'GetJwks')?.reason).toBe('malformed')
    expect(check(tokens().tokenFor('pos'), 'GetJwks')?.reason).toBe('other-callee')
    for (const other of ['gateway', 'constructor', '__proto__'])
      expect(check(tokens(other).tokenFor('identity'), 'GetJwks')?.reason).toBe('unknown')
    expect(check(`${head}.${changed}.${signature}`, 'GetJwks')?.reason).toBe('forged')
  })

  it('reuses a token for four minutes, then renews it, and rejects it after expiry', () => {
    const { tokens, openCheck, advance } = setUp()
    const source = tokens()
    const { check } = openCheck()
    const token = source.tokenFor('identity')
    expect(check(token, 'GetJwks')).toBeNull()
    advance(3 * 60_000)
    expect(source.tokenFor('identity')).toBe(token)
    advance(70_000)
    expect(source.tokenFor('identity')).not.toBe(token)
    advance(90_000)
    expect(check(token, 'GetJwks')?.reason).toBe('expired')
    expect(check(source.tokenFor('identity'), 'GetJwks')).toBeNull()
  })

  it('issues a new token after the clock briefly jumped ahead', () => {
    const { tokens, openCheck, advance } = setUp()
    const source = tokens()
    advance(3_600_000)
    const fromTheFuture = source.tokenFor('identity')
    advance(-3_600_000)
    const { check } = openCheck()
    expect(check(fromTheFuture, 'GetJwks')?.reason).toBe('malformed')
    expect(check(source.tokenFor('identity'), 'GetJwks')).toBeNull()
  })

  it('issues a new token after forget()', () => {
    const { tokens, advance } = setUp()
    const source = tokens()
    const token = source.tokenFor('identity')
    advance(2000)
    source.forget('identity')
    expect(source.tokenFor('identity')).not.toBe(token)
  })

  it('accepts the old and the new key during a key rotation, until the old one is removed', () => {
    const { tokens, openCheck, advance, first, writeKey, writeCallers } = setUp()
    const source = tokens()
    const { check } = openCheck()
    const old = source.tokenFor('identity')
    expect(check(old, 'GetJwks')).toBeNull()
    const second = newServiceKey()
    writeCallers(second, first)
    writeKey(second)
    advance(1000)
    const renewed = source.tokenFor('identity')
    expect(renewed).not.toBe(old)
    expect(check(renewed, 'GetJwks')).toBeNull()
    expect(check(old, 'GetJwks')).toBeNull()
    writeCallers(second)
    advance(1000)
    expect(check(old, 'GetJwks')?.reason).toBe('unknown')
    expect(check(renewed, 'GetJwks')).toBeNull()
  })

  it('accepts a newly added key immediately', () => {
    const { tokens, openCheck, first, writeKey, writeCallers } = setUp()
    const { check } = openCheck()
    const second = newServiceKey()
    writeCallers(second, first)
    writeKey(second)
    expect(check(tokens().tokenFor('identity'), 'GetJwks')).toBeNull()
  })
})
