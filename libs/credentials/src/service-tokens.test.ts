import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { credentialFiles, openCallerCheck, openServiceTokens } from './index.ts'
import { newServiceKey, toPublicKey } from './making.ts'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-credentials-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const scene = (methods = ['GetJwks']) => {
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
    pass: (ms: number) => (time += ms),
    tokens: (service = 'scheduling') => openServiceTokens({ service, folder: caller, now }),
    check: (service = 'identity') => openCallerCheck({ service, folder: callee, now }),
  }
}

test('a token opens the methods that its caller may call, and no others', () => {
  const { tokens, check } = scene()
  const token = tokens().tokenFor('identity')
  const { refuse } = check()
  expect(refuse(token, 'GetJwks')).toBeNull()
  expect(refuse(token, 'UpsertStaffAccount')).toEqual({ reason: 'not-allowed', caller: 'scheduling' })
})

test('refuses no token, nonsense, a token for another callee, one in the name of another and a changed one', () => {
  const { tokens, check } = scene()
  const { refuse } = check()
  const token = tokens().tokenFor('identity')
  const [head, body, signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(body!, 'base64url').toString()) as object
  const changed = Buffer.from(JSON.stringify({ ...claims, exp: 9e9 })).toString('base64url')
  expect(refuse(undefined, 'GetJwks')?.reason).toBe('missing')
  for (const nonsense of ['x', 'a.b.c', `${head}.bnVsbA.${signature}`, 'x'.repeat(5000)])
    expect(refuse(nonsense, 'GetJwks')?.reason).toBe('malformed')
  expect(refuse(tokens().tokenFor('pos'), 'GetJwks')?.reason).toBe('other-callee')
  for (const other of ['gateway', 'constructor', '__proto__'])
    expect(refuse(tokens(other).tokenFor('identity'), 'GetJwks')?.reason).toBe('unknown')
  expect(refuse(`${head}.${changed}.${signature}`, 'GetJwks')?.reason).toBe('forged')
})

test('a token is kept for four minutes, made anew in time, and worth nothing after its end', () => {
  const { tokens, check, pass } = scene()
  const source = tokens()
  const { refuse } = check()
  const token = source.tokenFor('identity')
  expect(refuse(token, 'GetJwks')).toBeNull()
  pass(3 * 60_000)
  expect(source.tokenFor('identity')).toBe(token)
  pass(70_000)
  expect(source.tokenFor('identity')).not.toBe(token)
  pass(90_000)
  expect(refuse(token, 'GetJwks')?.reason).toBe('expired')
  expect(refuse(source.tokenFor('identity'), 'GetJwks')).toBeNull()
})

test('a key is replaced without a call being refused, and the old one ends when it is taken out', () => {
  const { tokens, check, pass, first, writeKey, writeCallers } = scene()
  const source = tokens()
  const { refuse } = check()
  const old = source.tokenFor('identity')
  expect(refuse(old, 'GetJwks')).toBeNull()
  const second = newServiceKey()
  writeCallers(second, first)
  writeKey(second)
  pass(1000)
  const renewed = source.tokenFor('identity')
  expect(renewed).not.toBe(old)
  expect(refuse(renewed, 'GetJwks')).toBeNull()
  expect(refuse(old, 'GetJwks')).toBeNull()
  writeCallers(second)
  pass(1000)
  expect(refuse(old, 'GetJwks')?.reason).toBe('unknown')
  expect(refuse(renewed, 'GetJwks')).toBeNull()
})

test('a new key is known at once, not only at the next look at the file', () => {
  const { tokens, check, first, writeKey, writeCallers } = scene()
  const { refuse } = check()
  const second = newServiceKey()
  writeCallers(second, first)
  writeKey(second)
  expect(refuse(tokens().tokenFor('identity'), 'GetJwks')).toBeNull()
})
