import { ApiError, ConnectionError } from '@workspace-platform/client'
import { describe, expect, it } from 'vitest'
import { toFieldErrors, toProblem } from './problem.ts'

const text = (key: string, values: Record<string, string | number> = {}) =>
  key === 'error.NEW_CODE' ? key : `${key} ${JSON.stringify(values)}`
const failure = (status: number, code: string, message: string) =>
  new ApiError({
    status,
    body: { error: { code, message } },
    headers: new Headers({ 'x-request-id': 'r-7' }),
  })

describe('toProblem', () => {
  it('translates known codes and keeps the messages of unknown ones', () => {
    expect(toProblem(failure(401, 'INVALID_CREDENTIALS', 'Wrong'), text).message).toMatch(
      /^error.INVALID_CRED/,
    )
    expect(toProblem(failure(409, 'CONFLICT', 'The client has sessions'), text)).toEqual({
      message: 'error.CONFLICT {"message":"The client has sessions"}',
      reference: null,
    })
    expect(toProblem(failure(409, 'NEW_CODE', 'The moon is full'), text)).toEqual({
      message: 'The moon is full',
      reference: null,
    })
  })

  it('names the request only for internal errors, and explains a lost connection', () => {
    const internal = toProblem(failure(500, 'INTERNAL', 'Oops'), text)
    expect(internal.message).toMatch(/^error.INTERNAL/)
    expect(toProblem(failure(500, 'NEW_CODE', 'Oops'), text).message).toMatch(/^error.other/)
    expect(internal.reference).toBe('error.requestId {"id":"r-7"}')
    expect(toProblem(new ConnectionError('/x', null), text).message).toMatch(/^error.connection/)
    expect(toProblem(new TypeError('bug'), text).message).toMatch(/^error.other/)
  })
})

describe('toFieldErrors', () => {
  it('assigns details to fields by path, the first for each field, and returns the rest', () => {
    const details = [
      { path: 'name', message: 'is required' },
      { path: 'name', message: 'must be short' },
      { path: 'discount.value', message: 'must be positive' },
      { path: 'nameless', message: 'cannot be set' },
      { path: '', message: 'must contain either password or code' },
    ]
    expect(toFieldErrors(details, ['name', 'discount'], text)).toEqual({
      byField: { name: 'form.required {}', discount: 'must be positive' },
      others: ['nameless cannot be set', 'must contain either password or code'],
    })
  })

  it('does not show ids of other sessions', () => {
    const details = [{ path: 'startTime', message: 'cannot overlap session 6a0a0a0a0a0a0a0a0a0a0a01' }]
    expect(toFieldErrors(details, ['startTime'], text).byField).toEqual({ startTime: 'field.overlap {}' })
  })
})
