import { describe, expect, it } from 'vitest'
import { createSealer } from './sealing.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

const old = createSealer(JSON.stringify({ current: 'k1', keys: { k1: key(1) } }))

const now = createSealer(JSON.stringify({ current: 'k2', keys: { k1: key(1), k2: key(2) } }))

const refusal = /unable to authenticate|damaged|not configured/

describe('createSealer', () => {
  it('opens a secret with the binding it was sealed for', () => {
    expect(now.open(now.seal('JBSWY3DP', 'totp/a'), 'totp/a')).toEqual({ text: 'JBSWY3DP', isCurrent: true })
  })

  it('opens a secret sealed with an older key and reports that the key is outdated', () => {
    expect(now.open(old.seal('JBSWY3DP', 'totp/a'), 'totp/a')).toEqual({ text: 'JBSWY3DP', isCurrent: false })
  })

  it('rejects a secret that was moved to another account', () => {
    expect(() => now.open(now.seal('JBSWY3DP', 'totp/a'), 'totp/b')).toThrow(refusal)
  })

  it('rejects a modified secret, a truncated or missing tag and a wrong or unknown key id', () => {
    const [id, iv, data, tag] = now.seal('JBSWY3DP', 'totp/a').split('.') as [string, string, string, string]
    const flipped = Buffer.from(data, 'base64url')
    flipped[0]! ^= 1
    const shortTag = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url')
    const forged = [
      [id, iv, flipped.toString('base64url'), tag],
      [id, iv, data, shortTag],
      ['k1', iv, data, tag],
      ['k9', iv, data, tag],
      [id, iv, data],
    ]
    for (const parts of forged) expect(() => now.open(parts.join('.'), 'totp/a')).toThrow(refusal)
  })

  it('rejects an empty configuration, keys that are not 32 bytes long and a current key that is not among the keys', () => {
    for (const keys of [
      '',
      '{}',
      JSON.stringify({ current: 'k1', keys: { k1: 'AAAA' } }),
      JSON.stringify({ current: 'k2', keys: { k1: key(1) } }),
    ])
      expect(() => createSealer(keys)).toThrow('ENCRYPTION_KEYS')
  })
})
