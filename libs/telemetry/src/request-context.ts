import { AsyncLocalStorage } from 'node:async_hooks'

/** What belongs to one request and travels with it through every await. `deadline` is in epoch milliseconds. */
export type RequestContext = {
  requestId: string
  traceparent?: string
  workspaceId?: string
  accountId?: string
  deadline?: number
  signal?: AbortSignal
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The context of the request that is being served, or undefined outside one. */
export const requestContext = {
  run: <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work),
  current: (): RequestContext | undefined => storage.getStore(),
}

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/

/** True for a request id that is taken over from a caller; anything else is replaced, so that it cannot forge a log line. */
export const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && requestIdPattern.test(value)
