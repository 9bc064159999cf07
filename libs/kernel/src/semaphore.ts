import { AppError } from './errors.ts'

/**
 * Runs at most `limit` pieces of work at once; the others wait, in order. UNAVAILABLE when `maxWaiting` wait already.
 */
export const semaphore = (limit: number, maxWaiting = Number.POSITIVE_INFINITY) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < limit) running += 1
    else if (waiting.length >= maxWaiting)
      throw new AppError('UNAVAILABLE', 'Too much is under way at the moment; please try again', {
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
