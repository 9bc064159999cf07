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
})
