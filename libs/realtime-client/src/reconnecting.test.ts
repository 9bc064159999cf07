import { expect, test } from 'vitest'
import { reconnectDelayMs } from './reconnecting.ts'

test('the longest wait doubles from half a second to half a minute', () => {
  expect([0, 1, 2, 6, 50].map((failures) => reconnectDelayMs(failures, () => 1))).toEqual([
    500, 1000, 2000, 30_000, 30_000,
  ])
})

test('clients of a server that went away come back spread over the whole wait', () => {
  expect([0, 0.25, 0.5].map((random) => reconnectDelayMs(2, () => random))).toEqual([0, 500, 1000])
})
