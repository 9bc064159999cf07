/** Knows whether the gateway itself has more to do than it can do in time. */
export type LoadShedding = {
  /** True when a new request should be turned away at once instead of making all of them slow. */
  isOverloaded(): boolean
  enter(): void
  leave(): void
  close(): void
}

const sampleMs = 20
const lateMs = 150

/** Sheds above `maxInFlight` requests at once, and while the event loop runs more than 150 ms late. */
export const loadShedding = (maxInFlight: number): LoadShedding => {
  let inFlight = 0
  let expectedAt = performance.now() + sampleMs
  let isLate = false
  const timer = setInterval(() => {
    const now = performance.now()
    isLate = now - expectedAt > lateMs
    expectedAt = now + sampleMs
  }, sampleMs)
  timer.unref()
  return {
    isOverloaded: () => inFlight >= maxInFlight || isLate,
    enter: () => {
      inFlight += 1
    },
    leave: () => {
      inFlight -= 1
    },
    close: () => clearInterval(timer),
  }
}
