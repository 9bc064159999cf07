import { requestContext } from '@wp/telemetry'
import { unavailable } from './errors.ts'

/** How much time a piece of work may take: what is left of the request, at most `capMs`. */
export const allowedMs = (capMs: number): number => {
  const deadline = requestContext.current()?.deadline
  return deadline === undefined ? capMs : Math.min(capMs, deadline - Date.now())
}

/** The result of `work`, or UNAVAILABLE when it takes longer; what it does afterwards is ignored. */
export const within = <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  if (ms <= 0) return Promise.reject(unavailable(new Error('the time for this request was used up')))
  return new Promise((resolve, reject) => {
    const working = work()
    const timer = setTimeout(
      () => reject(unavailable(new Error(`no answer within ${Math.round(ms)} ms`))),
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
