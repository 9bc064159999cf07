import { setTimeout as delay } from 'node:timers/promises'
import { status, type MethodDefinition, type ServiceError } from '@grpc/grpc-js'
import type { ServiceTokens } from '@wp/credentials'
import type { RpcMethods, RpcService, Written } from '@wp/protos'
import { requestContext, tracer, type Logger, type Metrics, type Span } from '@wp/telemetry'
import { breakerDefaults, isPeerFailure, type BreakerOptions } from './breaker.ts'
import { rpcAttributes, toMetadata } from './call-context.ts'
import { remainingMs } from './deadlines.ts'
import { callerDisconnected, findRpcFailure, toAppError } from './errors.ts'
import { clientMetrics, createCallMeter, type CallMeter } from './metrics.ts'
import { openReplicas, type Replica, type Replicas } from './replicas.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'

export type RpcClientOptions = {
  /** `host:port`, several as `a:1,b:2`, or `dns:///name:port`. DNS names are resolved periodically. */
  addresses: string
  /** Identifies the caller; servers that check their callers reject calls without a token. */
  tokens?: ServiceTokens
  /** Returns the addresses of a DNS name; uses the system resolver by default. */
  lookUp?: (host: string) => Promise<string[]>
  deadlineMs?: number
  retryRatio?: number
  breaker?: Partial<BreakerOptions>
  metrics: Metrics
  logger: Logger
}

export type CallOptions = { deadlineMs?: number }

/** One function per method, and `close`. Calls throw the server's AppError, UNAVAILABLE, TIMEOUT or INTERNAL. */
export type RpcClient<Definition> = {
  [Name in keyof RpcMethods<Definition>]: RpcMethods<Definition>[Name] extends {
    request: infer Request
    response: infer Response
  }
    ? (request: Written<Request>, options?: CallOptions) => Promise<Response>
    : never
} & { close(): void }

type Method = MethodDefinition<object, object> & { options?: { idempotency_level?: string } }

type Peer = {
  name: string
  serviceToken: () => string | undefined
  /** Null when calls carry no token. */
  forgetToken: (() => void) | null
  replicas: Replicas
  deadlineMs: number
  budget: RetryBudget
}

type MeteredMethod = { method: Method; meter: CallMeter }

/**
 * Returns a client for a service, with a channel for each address. A call goes to the less loaded of two
 * random addresses; a failing one is avoided until its health check succeeds. A call never outlives its
 * request: the deadline shrinks with each hop, and canceling the request cancels the call. Safe methods are
 * retried once: always at another address when one is unreachable; within a budget (20 % by default) at
 * another address when one does not respond in time, and after UNAVAILABLE.
 */
export const rpcClient = <Definition>(
  service: RpcService<Definition>,
  options: RpcClientOptions,
): RpcClient<Definition> => {
  const name = service.name.split('.').at(-3) ?? service.name
  const callee = name.replaceAll('_', '-')
  const metrics = clientMetrics(options.metrics)
  metrics.breakersOpen.set({ peer: name }, 0)
  const peer: Peer = {
    name,
    serviceToken: () => options.tokens?.tokenFor(callee),
    forgetToken: options.tokens ? () => options.tokens?.forget(callee) : null,
    replicas: openReplicas({
      peer: name,
      addresses: options.addresses,
      breaker: { ...breakerDefaults, ...options.breaker },
      onOpenBreakers: (count) => metrics.breakersOpen.set({ peer: name }, count),
      logger: options.logger,
      ...(options.lookUp && { lookUp: options.lookUp }),
    }),
    deadlineMs: options.deadlineMs ?? 2000,
    budget: createRetryBudget(options.retryRatio ?? 0.2),
  }
  const methods = Object.entries(service.definition as Record<string, Method>).map(([key, method]) => {
    const metered = { method, meter: createCallMeter(metrics, name, key) }
    return [
      key.charAt(0).toLowerCase() + key.slice(1),
      (request: object, callOptions?: CallOptions) => call(peer, metered, request, callOptions),
    ]
  })
  return { ...Object.fromEntries(methods), close: () => peer.replicas.close() } as RpcClient<Definition>
}

const call = async (
  peer: Peer,
  { method, meter }: MeteredMethod,
  request: object,
  options?: CallOptions,
): Promise<object> => {
  const started = performance.now()
  const span = tracer()?.startSpan(method.path, { role: 'client', attributes: rpcAttributes })
  const sendOnce = (replica: Replica) => callReplica(peer, replica, { method, request, span }, options)
  // The token may have been signed while this machine's clock was wrong, so a rejected one is renewed once.
  const send = (replica: Replica) =>
    sendOnce(replica).catch((error: unknown) => {
      if (!peer.forgetToken || findRpcFailure(error)?.isTokenRejected !== true) throw error
      peer.forgetToken()
      return sendOnce(replica)
    })
  peer.budget.earn()
  try {
    const replica = peer.replicas.choose()
    const response = await send(replica).catch(async (error: unknown) => {
      const other = peer.replicas.choose(replica)
      if (!canRetry(peer, replica, other, method, error)) throw error
      meter.recordRetry()
      await delay(5 + Math.random() * 20)
      return send(other)
    })
    meter.recordSuccess(started)
    span?.end()
    return response
  } catch (error) {
    meter.recordFailure(started, error)
    span?.end({ error })
    throw error
  }
}

type Call = { method: Method; request: object; span: Span | undefined }

const callReplica = async (
  peer: Peer,
  replica: Replica,
  outgoing: Call,
  options?: CallOptions,
): Promise<object> => {
  replica.inFlight += 1
  try {
    return await replica.breaker.run(() => attempt(peer, replica, outgoing, options))
  } catch (error) {
    if (isPeerFailure(error)) peer.replicas.suspect(replica)
    throw replica.breaker.toCallerError(error)
  } finally {
    replica.inFlight -= 1
  }
}

const canRetry = (peer: Peer, failed: Replica, other: Replica, method: Method, error: unknown): boolean => {
  const failure = findRpcFailure(error)
  if (!failure || failure.isDownstream || method.options?.idempotency_level !== 'NO_SIDE_EFFECTS')
    return false
  if (other.breaker.isOpen() || requestContext.current()?.signal?.aborted) return false
  const isLate = failure.status === status.DEADLINE_EXCEEDED
  if (failure.isUnanswered && other !== failed) {
    // An unreachable replica does no work, so its retries are not charged to the budget. Those of a slow one are,
    // because all replicas may be slow.
    return !isLate || peer.budget.spend()
  }
  return failure.status === status.UNAVAILABLE && peer.budget.spend()
}

const attempt = async (
  peer: Peer,
  { client }: Replica,
  { method, request, span }: Call,
  options?: CallOptions,
): Promise<object> => {
  const context = requestContext.current()
  const signal = context?.signal
  if (signal?.aborted) throw callerDisconnected(signal.reason)
  const ms = remainingMs(options?.deadlineMs ?? peer.deadlineMs, context?.deadline, performance.now())
  return new Promise((resolve, reject) => {
    const running = client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      toMetadata(context, peer.serviceToken(), span),
      { deadline: Date.now() + ms },
      (error: ServiceError | null, response?: object) => {
        signal?.removeEventListener('abort', cancel)
        if (response !== undefined && error === null) resolve(response)
        else if (signal?.aborted) reject(callerDisconnected(signal.reason))
        else reject(toAppError(error!, peer.name, ms < peer.deadlineMs / 2))
      },
    )
    const cancel = (): void => running.cancel()
    signal?.addEventListener('abort', cancel, { once: true })
  })
}
