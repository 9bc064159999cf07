import { describe, expect, it } from 'vitest'
import { childTraceparent, isTraceparent, newTraceparent } from './index.ts'

describe('newTraceparent', () => {
  it('returns a valid trace context', () => {
    expect(isTraceparent(newTraceparent())).toBe(true)
  })
})

describe('childTraceparent', () => {
  it('keeps the trace id and flags and creates a new span id', () => {
    const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
    const child = childTraceparent(parent)
    expect(isTraceparent(child)).toBe(true)
    expect(child).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/)
    expect(child).not.toBe(parent)
  })

  it.each([undefined, 'nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`])(
    'starts a new trace when the parent is %s',
    (parent) => expect(isTraceparent(childTraceparent(parent))).toBe(true),
  )
})
