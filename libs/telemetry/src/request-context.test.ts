import { expect, test } from 'vitest'
import { isRequestId } from './index.ts'

test.each(['a', '0198-ab.C_d', 'x'.repeat(128)])('%s is a request id', (value) => {
  expect(isRequestId(value)).toBe(true)
})

test.each([undefined, ['a'], '', 'x'.repeat(129), 'two words', 'line\nbreak', 'line\n'])(
  '%j is no request id',
  (value) => {
    expect(isRequestId(value)).toBe(false)
  },
)
