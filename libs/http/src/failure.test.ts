import { AppError } from '@wp/kernel'
import { expect, test } from 'vitest'
import { toFailure } from './failure.ts'

test.each(['UNAVAILABLE', 'TIMEOUT'] as const)('%s always says when to come again', (code) => {
  expect(toFailure(new AppError(code, 'Not now')).headers).toEqual({ 'retry-after': '1' })
  const later = new AppError(code, 'Not now', { retryAfterSeconds: 4.2 })
  expect(toFailure(later).headers).toEqual({ 'retry-after': '5' })
})
