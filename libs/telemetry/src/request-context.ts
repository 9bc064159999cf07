import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A request's context, kept across awaits. `deadline` is a value of `performance.now()`, so that it does not move when
 * the system time is corrected.
 */
export type RequestContext = {
  requestId: string
  traceparent?: string
  workspaceId?: string
  accountId?: string
  deadline?: number
  signal?: AbortSignal
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs work in a request context; `current` returns undefined outside a request. */
export const requestContext = {
  run: <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work),
  /** Runs work that must be finished even when the request has run out of time or its caller has disconnected. */
  runWithoutDeadline: <Result>(work: () => Result): Result => {
    const current = storage.getStore()
    if (!current) return work()
    const { requestId, traceparent, workspaceId, accountId } = current
    return storage.run(
      {
        requestId,
        ...(traceparent !== undefined && { traceparent }),
        ...(workspaceId !== undefined && { workspaceId }),
        ...(accountId !== undefined && { accountId }),
      },
      work,
    )
  },
  current: (): RequestContext | undefined => storage.getStore(),
}

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/

/** Returns whether a caller's request id is accepted; others could be used to forge log lines. */
export const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && requestIdPattern.test(value)
