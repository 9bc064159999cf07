import { AppError } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { toFailure } from './failure.ts'

describe('toFailure', () => {
  it.each(['UNAVAILABLE', 'TIMEOUT'] as const)(
    'adds Retry-After to %s: one second by default, otherwise the given seconds rounded up',
    (code) => {
      expect(toFailure(new AppError(code, 'Not now')).headers).toEqual({ 'retry-after': '1' })
      const later = new AppError(code, 'Not now', { retryAfterSeconds: 4.2 })
      expect(toFailure(later).headers).toEqual({ 'retry-after': '5' })
    },
  )

  it.each(['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT'])('returns 503 with Retry-After for %s', (code) => {
    const { status, headers, body } = toFailure(Object.assign(new Error(`${code}: open`), { code }))
    expect({ status, headers, code: body.error.code }).toEqual({
      status: 503,
      headers: { 'retry-after': '5' },
      code: 'UNAVAILABLE',
    })
  })

  it('returns 500 for other system errors', () => {
    expect(toFailure(Object.assign(new Error('EACCES: open'), { code: 'EACCES' })).status).toBe(500)
  })
})
