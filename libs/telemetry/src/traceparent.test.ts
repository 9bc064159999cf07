import { expect, test } from 'vitest'
import { childTraceparent, isTraceparent, newTraceparent } from './index.ts'

test('a new trace is a valid trace context', () => {
  expect(isTraceparent(newTraceparent())).toBe(true)
})

test('a child keeps the trace and the flags, and has a span of its own', () => {
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
  const child = childTraceparent(parent)
  expect(isTraceparent(child)).toBe(true)
  expect(child).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/)
  expect(child).not.toBe(parent)
})

test.each([undefined, 'nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`])(
  'an unusable parent starts a new trace: %s',
  (parent) => expect(isTraceparent(childTraceparent(parent))).toBe(true),
)
