import type { Clock } from '@wp/kernel'
import type { Metrics } from '@wp/telemetry'
import { FairQueue } from './fair-queue.ts'
import type { ForwardedRequest } from './forwarded-request.ts'
import type { Lane } from './replicas.ts'

/** How many requests may wait for a free slot of a service, per lane, and for how long. */
export type QueueLimits = { length: number; timeoutMs: number }

/** An overloaded service answers slowly, so at most this many requests may wait for it. */
const shortLength = 32

/** Keeps one queue per service and lane for requests that wait for a free slot. */
export const slotQueues = <Try extends { forwarded: ForwardedRequest }>(
  { length, timeoutMs }: QueueLimits,
  clock: Clock,
  metrics: Metrics,
) => {
  const queues = new Map<string, { service: string; lane: Lane; queue: FairQueue<Try> }>()
  const waiting = new Map<Try, { queue: FairQueue<Try>; until: number }>()
  const gauge = metrics.gauge('gateway_waiting_requests', 'Requests that wait for a free slot of a service')
  const keyOf = (service: string, lane: Lane): string => `${service} ${lane}`
  const remove = (next: Try): void => {
    waiting.get(next)?.queue.remove(next.forwarded.caller, next)
    waiting.delete(next)
    gauge.set(waiting.size)
  }

  return {
    /**
     * Adds a request and returns null. When the queue is full, removes and returns the newest request of the caller with
     * the most waiting requests, which can be the given one.
     */
    add: (next: Try, service: string, isBehind: boolean): Try | null => {
      const { caller, lane } = next.forwarded
      const key = keyOf(service, lane)
      const { queue } = queues.get(key) ?? { queue: new FairQueue<Try>() }
      queues.set(key, { service, lane, queue })
      const removed = queue.add(caller, next, isBehind ? Math.min(length, shortLength) : length)
      if (removed !== null) waiting.delete(removed)
      if (removed !== next) waiting.set(next, { queue, until: clock.monotonicMs() + timeoutMs })
      gauge.set(waiting.size)
      return removed
    },
    /** Removes and returns the next request that is ready, or null. */
    take: (service: string, lane: Lane, isReady: (next: Try) => boolean): Try | null => {
      if (waiting.size === 0) return null
      const next = queues.get(keyOf(service, lane))?.queue.take(isReady) ?? null
      if (next !== null) remove(next)
      return next
    },
    remove,
    /** Removes and returns the requests that have waited too long. */
    takeOverdue: (): Try[] => {
      const now = clock.monotonicMs()
      const overdue = [...waiting.keys()].filter((next) => waiting.get(next)!.until <= now)
      overdue.forEach(remove)
      return overdue
    },
    /** Returns the services and lanes for which requests wait. */
    listWaiting: () => [...queues.values()].filter(({ queue }) => queue.size > 0),
  }
}
