import { requestContext } from '@wp/telemetry'
import { unavailable } from './errors.ts'

/** The maximum time kept free for the reply, so that a caller gets it before its own deadline. */
const maxReplyMs = 250

/** Returns the request's remaining time without the time for the reply, at most `capMs`. */
export const allowedMs = (capMs: number): number => {
  const deadline = requestContext.current()?.deadline
  if (deadline === undefined) return capMs
  const leftMs = deadline - performance.now()
  return Math.min(capMs, leftMs - Math.min(maxReplyMs, leftMs / 10))
}

/** Runs `work` and throws UNAVAILABLE when it takes too long; a later result is ignored. */
export const within = <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  if (ms <= 0) return Promise.reject(unavailable(new Error("The request's time limit was exceeded")))
  return new Promise((resolve, reject) => {
    const working = work()
    const timer = setTimeout(
      () => reject(unavailable(new Error(`No answer within ${Math.round(ms)} ms`))),
      ms,
    )
    working.then(
      (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
