import type { Msg, NatsConnection } from 'nats'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startReader } from './stream-reader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a reader on a connection to which the server sends nothing but what the test sends. */
const start = (heartbeatMs: number) => {
  let receive: (error: null, message: Msg) => void = () => undefined
  const connection = {
    publish: () => undefined,
    subscribe: (_: string, { callback }: { callback: typeof receive }) => {
      receive = callback
      return { unsubscribe: () => undefined }
    },
  } as unknown as NatsConnection
  const onBroken = vi.fn<() => void>()
  const reader = startReader(connection, {
    stream: 'stream',
    consumer: 'consumer',
    heartbeatMs,
    capacity: () => 1,
    onMessage: () => undefined,
    onBroken,
  })
  const beat = () => receive(null, { headers: { code: 100 } } as unknown as Msg)
  return { onBroken, beat, reader }
}

describe('startReader', () => {
  it.each([
    { heartbeatMs: 10_000, limitMs: 15_000 },
    { heartbeatMs: 1000, limitMs: 3000 },
  ])(
    'breaks $limitMs ms after the last sign of the server with heartbeats every $heartbeatMs ms',
    ({ heartbeatMs, limitMs }) => {
      const { onBroken, beat } = start(heartbeatMs)
      vi.advanceTimersByTime(limitMs - 1)
      beat()
      vi.advanceTimersByTime(limitMs - 1)
      expect(onBroken).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(onBroken).toHaveBeenCalledTimes(1)
    },
  )

  it('does not break after it was stopped', () => {
    const { onBroken, reader } = start(1000)
    reader.stop()
    vi.advanceTimersByTime(60_000)
    expect(onBroken).not.toHaveBeenCalled()
  })
})
