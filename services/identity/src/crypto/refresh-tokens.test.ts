import { newId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { createRefreshTokens } from './refresh-tokens.ts'

const tokens = createRefreshTokens(Buffer.alloc(32, 7))

const claim = { sessionId: newId(), generation: 3 }

describe('createRefreshTokens', () => {
  it('reads the session and generation of an issued token', () => {
    expect(tokens.read(tokens.issue(claim))).toEqual(claim)
  })

  it('rejects a token with another session, generation, MAC or key', () => {
    const [sessionId, generation, mac] = tokens.issue(claim).split('.')
    const forged = [
      `${newId()}.${generation}.${mac}`,
      `${sessionId}.4.${mac}`,
      `${sessionId}.${generation}.${mac?.slice(0, -2)}AA`,
      `${sessionId}.${generation}.`,
      `${sessionId}.${generation}.${mac}.x`,
      createRefreshTokens(Buffer.alloc(32, 8)).issue(claim),
      '',
      '..',
    ]
    for (const token of forged) expect(tokens.read(token)).toBeNull()
  })
})
