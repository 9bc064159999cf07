import { setTimeout as delay } from 'node:timers/promises'
import type { NatsConnection } from 'nats'
import type { Subscription } from './bus.ts'
import type { ManagedConnection } from './nats-connection.ts'

const retryMs = 200

/**
 * Keeps running `work` with the connection until stopped. `run` is aborted on stop and after each reconnect
 * (the server may have lost its state); `work` must return soon after that, and may abort `run` itself. When
 * `work` fails, the error is passed to `onFailure` and `work` runs again.
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
      // Before the first connection, there is no work to wait for.
      if (natsConnection.current()) await running
    },
  }
}
