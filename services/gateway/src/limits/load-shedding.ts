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
  let expectedAt = performance.now() + sampleMs
  let late = 0
  const timer = setInterval(() => {
    const now = performance.now()
    late = now - expectedAt > lateMs ? late + 1 : 0
    expectedAt = now + sampleMs
  }, sampleMs)
  timer.unref()
  return {
    isOverloaded: () => inFlight > maxInFlight || (late >= lateInARow && inFlight > fewInFlight),
    enter: () => {
      inFlight += 1
    },
    leave: () => {
      inFlight -= 1
    },
    close: () => clearInterval(timer),
  }
}
