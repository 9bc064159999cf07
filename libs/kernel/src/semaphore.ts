import { AppError } from './errors.ts'

/**
 * Returns a function that runs at most `limit` tasks concurrently; the others wait in order. Throws
 * UNAVAILABLE when `maxWaiting` tasks are already waiting.
 */
export const semaphore = (limit: number, maxWaiting = Number.POSITIVE_INFINITY) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < limit) running += 1
    else if (waiting.length >= maxWaiting)
      throw new AppError('UNAVAILABLE', 'The platform is busy; try again', {
        retryAfterSeconds: 1,
      })
    else await new Promise<void>((start) => void waiting.push(start))
    try {
      return await work()
    } finally {
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running -= 1
    }
  }
}
