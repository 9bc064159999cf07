import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AppError,
  decodeCursor,
  encodeCursor,
  defineErrors,
  errorAdvice,
  errorCodes,
  isConflict,
  isId,
  newId,
  notFound,
} from './index.ts'

describe('newId', () => {
  it('returns unique, well-formed ids that begin with the current time in seconds', () => {
    const ids = Array.from({ length: 5000 }, newId)
    expect(ids.every(isId)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Math.abs(Number.parseInt(ids[0]!.slice(0, 8), 16) - Date.now() / 1000)).toBeLessThan(60)
  })
})

describe('isId', () => {
  it.each([
    '',
    'x'.repeat(24),
    '6AF915AA67C8028BDB5165C0',
    '6af915aa67c8028bdb5165c',
    '6af915aa67c8028bdb5165c00',
    12,
    null,
    { $ne: 1 },
  ])('rejects %j', (value) => expect(isId(value)).toBe(false))
})

describe('decodeCursor', () => {
  it('returns the values that were passed to encodeCursor', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (parts) => {
        const cursor = encodeCursor(parts)
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
        expect(decodeCursor(cursor)).toEqual(JSON.parse(JSON.stringify(parts)))
      }),
    )
  })

  it.each([
    '',
    'nonsense',
    '%%',
    Buffer.from('{}').toString('base64url'),
    Buffer.from('[1').toString('base64url'),
  ])('throws INVALID_REQUEST for the cursor "%s"', (text) =>
    expect(() => decodeCursor(text)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', status: 400 }),
    ),
  )
})

describe('AppError', () => {
  it('has the status of its code, and keeps its message, cause and retry delay', () => {
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
  })
})

describe('notFound', () => {
  it('returns a NOT_FOUND error that names the missing record', () => {
    expect(notFound('Client')).toMatchObject({ code: 'NOT_FOUND', status: 404, message: 'Client not found' })
  })
})

describe('isConflict', () => {
  it('returns true only for an AppError with the code CONFLICT', () => {
    expect(isConflict(new AppError('CONFLICT', 'It already exists'))).toBe(true)
    expect(isConflict(new AppError('IDEMPOTENCY_IN_PROGRESS', 'Still running'))).toBe(false)
    expect(isConflict(Object.assign(new Error('not ours'), { code: 'CONFLICT' }))).toBe(false)
  })
})

describe('defineErrors', () => {
  const advice = { cause: 'There are too few points.', remedy: 'Buy more.' }
  const errors = defineErrors({ POINTS_TOO_FEW: { status: 409, ...advice } })

  it('declares codes that AppError accepts', () => {
    const error = new AppError(errors.POINTS_TOO_FEW, 'You have 3 points')
    expect(error).toMatchObject({ code: 'POINTS_TOO_FEW', status: 409, message: 'You have 3 points' })
  })

  it('declares codes that errorAdvice lists by status', () => {
    const codes = errorAdvice(Object.values(errors)).map(({ code }) => code)
    expect(codes).toHaveLength(Object.keys(errorCodes).length + 1)
    expect(codes.slice(codes.indexOf('CONFLICT')).slice(0, 4)).toEqual([
      'CONFLICT',
      'IDEMPOTENCY_IN_PROGRESS',
      'POINTS_TOO_FEW',
      'PAYLOAD_TOO_LARGE',
    ])
  })

  it.each(['FULL', 'full_cup', 'CUP_', 'CUP_2', 'NOT_FOUND'])('rejects the code %s', (code) => {
    expect(() => defineErrors({ [code]: { status: 422, ...advice } })).toThrow(TypeError)
  })
})

describe('errorCodes', () => {
  it('maps every code to a 4xx or 5xx status', () => {
    const statuses = Object.values(errorCodes)
    expect(statuses.length).toBeGreaterThan(25)
    expect(statuses.filter((status) => status < 400 || status >= 600)).toEqual([])
  })
})
