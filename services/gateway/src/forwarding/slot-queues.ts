import type { Metrics } from '@wp/telemetry'
import { FairQueue } from './fair-queue.ts'
import type { ForwardedRequest } from './forwarded-request.ts'
import type { Lane } from './replicas.ts'

/** How many requests may wait for a free slot of a service, per lane, and for how long. */
export type QueueLimits = { length: number; timeoutMs: number }

/** An overloaded service answers slowly, so at most this many requests may wait for it. */
const shortLength = 32

/** Slots also become free without the end of a request: when requests of a caller are no longer new. */
const recheckMs = 100

type Handlers<Try, Choice> = {
  /** Chooses a replica for the request, which waits while that replica is full. */
  choose: (next: Try) => Choice
  /** Uses the replica that ended the waiting, because another choice can be a full one. */
  run: (next: Try, choice: Choice) => void
  refuse: (next: Try) => void
}

/** Keeps one queue per service and lane for requests that wait for a free slot. */
export const slotQueues = <Try extends { forwarded: ForwardedRequest }, Choice extends { isFull: boolean }>(
  { length, timeoutMs }: QueueLimits,
  metrics: Metrics,
  { choose, run, refuse }: Handlers<Try, Choice>,
) => {
  const queues = new Map<string, FairQueue<Try>>()
  const timers = new Map<Try, NodeJS.Timeout>()
  const waiting = metrics.gauge('gateway_waiting_requests', 'Requests that wait for a free slot of a service')
  const leave = (next: Try): void => {
    clearTimeout(timers.get(next))
    timers.delete(next)
    waiting.set(timers.size)
  }
  const keyOf = (service: string, lane: Lane): string => `${service} ${lane}`
  const serve = (service: string, lane: Lane): void => {
    if (timers.size === 0) return
    const queue = queues.get(keyOf(service, lane))
    let choice!: Choice
    const isReady = (next: Try): boolean => !(choice = choose(next)).isFull
    for (let next; queue && (next = queue.take(isReady));) {
      leave(next)
      run(next, choice)
    }
  }
  const rechecked = new Set<string>()
  const recheck = (service: string, lane: Lane): void => {
    const key = keyOf(service, lane)
    if (rechecked.has(key)) return
    rechecked.add(key)
    setTimeout(() => {
      rechecked.delete(key)
      serve(service, lane)
      if (queues.get(key)!.size > 0) recheck(service, lane)
    }, recheckMs).unref()
  }

  return {
    /**
     * Makes a request wait. When the queue is full, rejects the newest request of the caller with the most
     * waiting requests, which can be this one.
     */
    wait: (next: Try, service: string, isBehind: boolean): void => {
      const { caller, lane, state } = next.forwarded
      const key = keyOf(service, lane)
      const queue = queues.get(key) ?? new FairQueue<Try>()
      queues.set(key, queue)
      const refused = queue.add(caller, next, isBehind ? Math.min(length, shortLength) : length)
      if (refused !== null) {
        leave(refused)
        refuse(refused)
      }
      if (refused === next) return
      const giveUp = (): void => {
        queue.remove(caller, next)
        leave(next)
      }
      state.attempt = { cancel: giveUp }
      timers.set(
        next,
        setTimeout(() => {
          giveUp()
          refuse(next)
        }, timeoutMs).unref(),
      )
      waiting.set(timers.size)
      recheck(service, lane)
    },
    /** Runs waiting requests while there are free slots. */
    serve,
  }
}
