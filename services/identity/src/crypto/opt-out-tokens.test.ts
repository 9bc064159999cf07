import { describe, expect, it } from 'vitest'
import { createDigester } from './digests.ts'
import { readOptOutToken, toOptOutToken } from './opt-out-tokens.ts'

const digester = createDigester(Buffer.alloc(32, 7))
const id = 'a'.repeat(24)

describe('readOptOutToken', () => {
  it('returns the recipient of a signed token and null for any other', () => {
    const token = toOptOutToken(digester, id)
    expect(readOptOutToken(digester, token)).toBe(id)
    expect(readOptOutToken(digester, token.replace(/^a/, 'b'))).toBe(null)
    expect(readOptOutToken(createDigester(Buffer.alloc(32, 8)), token)).toBe(null)
    for (const other of ['', id, `${id}.`, `${id}.${'x'.repeat(43)}`, `${token}x`])
      expect(readOptOutToken(digester, other)).toBe(null)
  })
})
