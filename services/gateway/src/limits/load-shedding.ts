/** Detects whether the gateway itself is overloaded. */
export type LoadShedding = {
  /**
   * Returns true when a new request should be rejected immediately, because accepting it would slow down all others.
   */
  isOverloaded(): boolean
  enter(): void
  leave(): void
  close(): void
}

const sampleMs = 20
const lateMs = 200
/** A single delay is noise; this many in a row indicate overload. */
const lateInARow = 3
/** With fewer requests in flight, a late event loop has other causes, and rejecting requests would not help. */
const fewInFlight = 64

/** Sheds requests above `maxInFlight`, and while a busy event loop is repeatedly more than 200 ms late. */
export const loadShedding = (maxInFlight: number): LoadShedding => {
  let inFlight = 0
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
  return {
    isOverloaded: () => inFlight > maxInFlight || late >= lateInARow,
    enter: () => {
      inFlight += 1
      if (inFlight === fewInFlight + 1) startSampling()
    },
    leave: () => {
      inFlight -= 1
      if (inFlight === fewInFlight) stopSampling()
    },
    close: stopSampling,
  }
}
