import { setTimeout as delay } from 'node:timers/promises'
import { Client, credentials, status, type MethodDefinition, type ServiceError } from '@grpc/grpc-js'
import type { RpcMethods, RpcService, Written } from '@wp/protos'
import { requestContext, type Logger, type Metrics } from '@wp/telemetry'
import { dialTarget } from './addresses.ts'
import { breakerDefaults, createBreaker, type Breaker, type BreakerOptions } from './breaker.ts'
import { toMetadata } from './call-context.ts'
import { remainingMs } from './deadlines.ts'
import { callerGone, rpcFailureOf, toAppError } from './errors.ts'
import { clientMetrics, createCallMeter, type CallMeter } from './metrics.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'

export type RpcClientOptions = {
  /** `host:port`, several IPv4 `a:1,b:2`, or `dns:///name:port`; several are used in turn. */
  addresses: string
  deadlineMs?: number
  retryRatio?: number
  breaker?: Partial<BreakerOptions>
  metrics: Metrics
  logger: Logger
}

export type CallOptions = { deadlineMs?: number }

/** One function for each method, and `close`. Calls fail with an AppError: the server's own, UNAVAILABLE or TIMEOUT. */
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
  client: Client
  deadlineMs: number
  budget: RetryBudget
  breaker: Breaker
}

type MeteredMethod = { method: Method; meter: CallMeter }

/**
 * A client of one service over one shared channel. A call never outlives the request it belongs to: its deadline
 * shrinks with each hop and it is cancelled with it. Safe methods are tried once more, within a budget of 20 %.
 */
export const rpcClient = <Definition>(
  service: RpcService<Definition>,
  options: RpcClientOptions,
): RpcClient<Definition> => {
  const name = service.name.split('.').at(-3) ?? service.name
  const metrics = clientMetrics(options.metrics)
  const peer: Peer = {
    name,
    client: new Client(dialTarget(options.addresses), credentials.createInsecure(), channelOptions),
    deadlineMs: options.deadlineMs ?? 2000,
    budget: createRetryBudget(options.retryRatio ?? 0.2),
    breaker: createBreaker(name, { ...breakerDefaults, ...options.breaker }, (isOpen) => {
      metrics.breakerOpen.set({ peer: name }, isOpen ? 1 : 0)
      options.logger.warn(
        { peer: name, isOpen },
        isOpen ? 'peer is failing, calls are held back' : 'peer is back',
      )
    }),
  }
  const methods = Object.entries(service.definition as Record<string, Method>).map(([key, method]) => {
    const metered = { method, meter: createCallMeter(metrics, name, key) }
    return [
      key.charAt(0).toLowerCase() + key.slice(1),
      (request: object, callOptions?: CallOptions) => call(peer, metered, request, callOptions),
    ]
  })
  return { ...Object.fromEntries(methods), close: () => peer.client.close() } as RpcClient<Definition>
}

const channelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
}

const call = async (
  peer: Peer,
  { method, meter }: MeteredMethod,
  request: object,
  options?: CallOptions,
): Promise<object> => {
  const started = performance.now()
  const callOnce = (): Promise<object> => attempt(peer, method, request, options)
  peer.budget.earn()
  try {
    const response = await peer.breaker.run(callOnce).catch(async (error: unknown) => {
      if (!canRetry(peer, method, error)) throw error
      meter.recordRetry()
      await delay(5 + Math.random() * 20)
      return peer.breaker.run(callOnce)
    })
    meter.recordSuccess(started)
    return response
  } catch (error) {
    const failure = peer.breaker.toCallerError(error)
    meter.recordFailure(started, failure)
    throw failure
  }
}

const canRetry = (peer: Peer, method: Method, error: unknown): boolean => {
  const failure = rpcFailureOf(error)
  const isSafe = method.options?.idempotency_level === 'NO_SIDE_EFFECTS'
  if (!isSafe || !failure || failure.isDownstream || failure.status !== status.UNAVAILABLE) return false
  return !peer.breaker.isOpen() && !requestContext.current()?.signal?.aborted && peer.budget.spend()
}

const attempt = async (
  peer: Peer,
  method: Method,
  request: object,
  options?: CallOptions,
): Promise<object> => {
  const context = requestContext.current()
  const signal = context?.signal
  if (signal?.aborted) throw callerGone(signal.reason)
  const ms = remainingMs(options?.deadlineMs ?? peer.deadlineMs, context?.deadline, Date.now())
  return new Promise((resolve, reject) => {
    const running = peer.client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      toMetadata(context),
      { deadline: Date.now() + ms },
      (error: ServiceError | null, response?: object) => {
        signal?.removeEventListener('abort', cancel)
        if (response !== undefined && error === null) resolve(response)
        else if (signal?.aborted) reject(callerGone(signal.reason))
        else reject(toAppError(error!, peer.name, ms < peer.deadlineMs / 2))
      },
    )
    const cancel = (): void => running.cancel()
    signal?.addEventListener('abort', cancel, { once: true })
  })
}
