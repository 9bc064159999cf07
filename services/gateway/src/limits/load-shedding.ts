/** Knows whether the gateway itself has more to do than it can do in time. */
export type LoadShedding = {
  /** True when a new request should be turned away at once instead of making all of them slow. */
  isOverloaded(): boolean
  enter(): void
  leave(): void
  close(): void
}

const sampleMs = 20
const lateMs = 200
/** One stall is a hiccup of the machine; so many in a row are more work than it can do. */
const lateInARow = 3
/** Below so many requests at once the cause of a late loop lies elsewhere, and turning them away would not help. */
const fewInFlight = 64

/** Sheds above `maxInFlight` requests at once, and while a busy event loop runs more than 200 ms late time after time. */
export const loadShedding = (maxInFlight: number): LoadShedding => {
  let inFlight = 0
  let late = 0
  let sampling: NodeJS.Timeout | undefined
  /** Only while many are in flight, so that a gateway without traffic sleeps. */
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
