import { requestContext } from '@wp/telemetry'
import { unavailable } from './errors.ts'

/** How much time a piece of work may take: what is left of the request, at most `capMs`. */
export const allowedMs = (capMs: number): number => {
  const deadline = requestContext.current()?.deadline
  return deadline === undefined ? capMs : Math.min(capMs, deadline - Date.now())
}

/** The result of `work`, or UNAVAILABLE when it takes longer; what it does afterwards is ignored. */
export const within = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  if (ms <= 0) throw unavailable(new Error('the time for this request was used up'))
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(unavailable(new Error(`no answer within ${Math.round(ms)} ms`))), ms)
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
