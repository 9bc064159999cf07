import type { Caller } from './caller.ts'
import { Shares, type ShareLimit } from './shares.ts'

/** Counts requests in flight and detects whether the gateway itself is overloaded. */
export type LoadShedding = {
  /**
   * Returns why a new request should be rejected immediately, or null. Under overload, callers that have fewer
   * requests in flight than the average caller still get in, so that a flood by one caller costs that caller first.
   */
  refusal(caller: Caller): 'share' | 'total' | null
  enter(caller: Caller): void
  leave(caller: Caller): void
  close(): void
}

const sampleMs = 20
const lateMs = 200
/** A single delay is noise; this many in a row indicate overload. */
const lateInARow = 3
/** With fewer requests in flight, a late event loop has other causes, and rejecting requests would not help. */
const fewInFlight = 64
/** Callers with fewer requests than the average are accepted until the total reaches this multiple of the limit. */
const reserve = 1.25

/** Sheds requests above the limit, and while a busy event loop is repeatedly more than 200 ms late. */
export const loadShedding = (limit: ShareLimit): LoadShedding => {
  const inFlight = new Shares(limit)
  let late = 0
  let sampling: NodeJS.Timeout | undefined
  /** Samples only while many requests are in flight, so that an idle gateway does not wake up. */
  const startSampling = () => {
    let expectedAt = performance.now() + sampleMs
    sampling = setInterval(() => {
      const now = performance.now()
      late = now - expectedAt > lateMs ? late + 1 : 0
      expectedAt = now + sampleMs
    }, sampleMs).unref()
  }
  const stopSampling = () => {
    clearInterval(sampling)
    late = 0
  }
  const isBelowAverage = ({ key }: Caller): boolean =>
    inFlight.used < limit.total * reserve && inFlight.usedBy(key) * inFlight.callers < inFlight.used
  return {
    refusal: (caller) => {
      const exceeded = inFlight.exceeded(caller)
      if (exceeded === 'share') return exceeded
      if (exceeded === null && late < lateInARow) return null
      return isBelowAverage(caller) ? null : 'total'
    },
    enter: (caller) => {
      inFlight.add(caller)
      if (inFlight.used === fewInFlight + 1) startSampling()
    },
    leave: (caller) => {
      inFlight.remove(caller)
      if (inFlight.used === fewInFlight) stopSampling()
    },
    close: stopSampling,
  }
}
