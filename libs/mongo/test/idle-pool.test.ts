import timers from 'node:timers'
import { expect, it, vi } from 'vitest'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer()

it('opens a pool that checks its idle connections once a minute', async () => {
  const setTimer = vi.spyOn(timers, 'setTimeout')
  await server.open()
  const delays = setTimer.mock.calls.map(([, delay]) => delay)
  expect(delays).toContain(60_000)
  expect(delays).not.toContain(100)
})
