import { newId } from '@wp/kernel'
import { expect, test } from 'vitest'
import { createRefreshTokens } from './refresh-tokens.ts'

const tokens = createRefreshTokens(Buffer.alloc(32, 7))
const claim = { sessionId: newId(), generation: 3 }

test('a token that was issued says which session and generation it is of', () => {
  expect(tokens.read(tokens.issue(claim))).toEqual(claim)
})

test('a token with another session, generation, mac or key is none of ours', () => {
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
