import { setTimeout as delay } from 'node:timers/promises'
import type { Subscription } from '@wp/bus'
import type { Logger } from '@wp/telemetry'

const retryMs = 1000

/**
 * Runs a subscription for each service. `update` takes the wanted services: starts new ones, restarts those
 * with a changed value, and stops the others. A failed start is retried every second.
 */
export const onePerService = <Value>(
  logger: Logger,
  start: (service: string, value: Value) => Promise<Subscription>,
) => {
  const wanted = new Map<string, string>()
  const running = new Map<string, Promise<Subscription | null>>()

  const startWanted = async (service: string, value: Value, text: string): Promise<Subscription | null> => {
    while (wanted.get(service) === text)
      try {
        return await start(service, value)
      } catch (error) {
        logger.warn({ err: error, publisher: service }, 'failed to subscribe to a service; will retry')
        await delay(retryMs, undefined, { ref: false })
      }
    return null
  }
  const stop = async (subscription: Promise<Subscription | null> | undefined): Promise<void> => {
    try {
      await (await subscription)?.stop()
    } catch (error) {
      logger.warn({ err: error }, 'failed to stop a subscription')
    }
  }
  const replace = (service: string, next: () => Promise<Subscription | null>): void => {
    const stopped = stop(running.get(service))
    const replaced = async () => {
      await stopped
      return next()
    }
    running.set(service, replaced())
  }
  const update = (values: ReadonlyMap<string, Value>): void => {
    for (const [service, value] of values) {
      const text = JSON.stringify(value)
      if (wanted.get(service) === text) continue
      wanted.set(service, text)
      replace(service, () => startWanted(service, value, text))
    }
    for (const service of wanted.keys())
      if (!values.has(service)) {
        wanted.delete(service)
        replace(service, () => Promise.resolve(null))
      }
  }
  return {
    update,
    /** Resolves when every start and stop so far has ended. */
    settled: async (): Promise<void> => {
      await Promise.all(running.values())
    },
    close: async (): Promise<void> => {
      update(new Map())
      await Promise.all(running.values())
    },
  }
}
