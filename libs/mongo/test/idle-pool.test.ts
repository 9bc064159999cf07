import timers from 'node:timers'
import { createLogger } from '@wp/telemetry'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connectTo } from '../src/connection.ts'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer()

it('opens a pool that checks its idle connections once a minute', async () => {
  const setTimer = vi.spyOn(timers, 'setTimeout')
  onTestFinished(() => setTimer.mockRestore())
  await server.open()
  const delays = setTimer.mock.calls.map(([, delay]) => delay)
  expect(delays).toContain(60_000)
  expect(delays).not.toContain(100)
})

it('fills the pool soon when the URL has a `minPoolSize`', async () => {
  const url = `${server.uri()}${server.uri().includes('?') ? '&' : '/?'}minPoolSize=8`
  const logger = createLogger({ service: 'test', level: 'silent' })
  const { connection } = await connectTo(url, 'filled', logger, 4000)
  onTestFinished(() => connection.close())
  const countOpen = async () => {
    const { inprog } = await connection.db!.admin().command({ currentOp: 1, $all: true })
    return (inprog as { appName?: string }[]).filter(({ appName }) => appName === 'filled').length
  }
  await expect.poll(countOpen, { timeout: 20_000 }).toBeGreaterThanOrEqual(8)
})
