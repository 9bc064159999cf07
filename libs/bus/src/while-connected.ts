import { setTimeout as delay } from 'node:timers/promises'
import type { NatsConnection } from 'nats'
import type { Subscription } from './bus.ts'
import type { ManagedConnection } from './nats-connection.ts'

const retryMs = 200

/**
 * Runs `work` on the connection, again and again until stopped. Its `run` is aborted on stop and after each reconnect (the
 * server may have lost what was set up); `work` returns soon after that, and may abort it itself. A failure of `work` goes
 * to `onFailure` and ends nothing.
 */
export const whileConnected = (
  natsConnection: ManagedConnection,
  work: (connection: NatsConnection, run: AbortController) => Promise<void>,
  onFailure: (error: unknown) => void,
): Subscription => {
  const stopping = new AbortController()
  const { signal } = stopping
  let run = new AbortController()
  const removeListener = natsConnection.onConnect(() => run.abort())

  const loop = async (): Promise<void> => {
    await natsConnection.connected
    while (!signal.aborted) {
      const connection = natsConnection.current()
      run = new AbortController()
      try {
        if (connection) await work(connection, run)
      } catch (error) {
        onFailure(error)
      }
      await delay(retryMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = loop().catch(() => undefined)

  return {
    stop: async () => {
      stopping.abort()
      removeListener()
      run.abort()
      // Before the first connection the loop waits for it and has nothing to finish.
      if (natsConnection.current()) await running
    },
  }
}
