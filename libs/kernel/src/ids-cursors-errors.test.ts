import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  AppError,
  decodeCursor,
  encodeCursor,
  errorCodes,
  isConflict,
  isId,
  newId,
  notFound,
} from './index.ts'

test('ids are well formed, different, and grow in the order they are made within a second', () => {
  const ids = Array.from({ length: 5000 }, newId)
  expect(ids.every(isId)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Math.abs(Number.parseInt(ids[0]!.slice(0, 8), 16) - Date.now() / 1000)).toBeLessThan(60)
})

test.each([
  '',
  'x'.repeat(24),
  '6AF915AA67C8028BDB5165C0',
  '6af915aa67c8028bdb5165c',
  '6af915aa67c8028bdb5165c00',
  12,
  null,
  { $ne: 1 },
])('%j is no id', (value) => expect(isId(value)).toBe(false))

test('a cursor gives back what was put into it', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (parts) => {
      const cursor = encodeCursor(parts)
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(decodeCursor(cursor)).toEqual(JSON.parse(JSON.stringify(parts)))
    }),
  )
})

test.each([
  '',
  'nonsense',
  '%%',
  Buffer.from('{}').toString('base64url'),
  Buffer.from('[1').toString('base64url'),
])('the cursor "%s" is refused with 400', (text) =>
  expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST', status: 400 })),
)

test('an AppError has the status of its code, and keeps its cause', () => {
  const cause = new Error('socket closed')
  const error = new AppError('RATE_LIMITED', 'Try again later', { cause, retryAfterSeconds: 30 })
  expect(error).toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    message: 'Try again later',
    cause,
    retryAfterSeconds: 30,
  })
  expect(error).toBeInstanceOf(Error)
  expect(notFound('Client')).toMatchObject({ code: 'NOT_FOUND', status: 404, message: 'Client not found' })
})

test('a conflict is told from other failures', () => {
  expect(isConflict(new AppError('CONFLICT', 'There is one already'))).toBe(true)
  expect(isConflict(new AppError('IDEMPOTENCY_IN_PROGRESS', 'Still at work'))).toBe(false)
  expect(isConflict(Object.assign(new Error('not ours'), { code: 'CONFLICT' }))).toBe(false)
})

test('every error code has an HTTP status of failure', () => {
  for (const status of Object.values(errorCodes)) expect(status >= 400 && status < 600).toBe(true)
})
