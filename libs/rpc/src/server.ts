import { isIPv6 } from 'node:net'
import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { ReflectionService } from '@grpc/reflection'
import type { CallerCheck } from '@wp/credentials'
import { AppError } from '@wp/kernel'
import type { RpcMethods, RpcService, Written } from '@wp/protos'
import { requestContext, tracer, type Logger, type Metrics } from '@wp/telemetry'
import { HealthImplementation } from 'grpc-health-check'
import { CallContext, readServiceToken, rpcAttributes } from './call-context.ts'
import { toStatus } from './errors.ts'
import { createRejections } from './rejections.ts'
import { createServerMeter } from './metrics.ts'

/**
 * The call that a handler receives. `signal` aborts when the caller disconnects or the deadline (a value of
 * `performance.now()`) passes.
 */
export type RpcCall = { requestId: string; deadline: number | undefined; signal: AbortSignal }

type Handler = (request: object, call: RpcCall) => Promise<object>

/** A service with a handler for each method. */
export type RpcImplementation = { service: RpcService<unknown>; handlers: Record<string, Handler> }

type Handlers<Definition> = {
  [Name in keyof RpcMethods<Definition>]: RpcMethods<Definition>[Name] extends {
    request: infer Request
    response: infer Response
  }
    ? (request: Request, call: RpcCall) => Promise<Written<Response>>
    : never
}

/** Returns a service with its handlers; a missing method or a wrong response type is a compile error. */
export const implement = <Definition>(
  service: RpcService<Definition>,
  handlers: Handlers<Definition>,
): RpcImplementation => ({
  service: service as RpcService<unknown>,
  handlers: handlers as unknown as Record<string, Handler>,
})

export type RpcServerOptions = {
  host: string
  port: number
  services: RpcImplementation[]
  /** Checks callers. If absent, every caller may call every method. */
  callers?: CallerCheck
  logger: Logger
  metrics: Metrics
  development: boolean
}

export type RpcServer = {
  /** `host:port`; known once the server has started. */
  readonly address: string
  start(): Promise<string>
  /** Makes health checks answer NOT_SERVING; calls are still handled. */
  drain(): void
  /** Waits up to `capMs` for running calls, then cancels them. */
  close(capMs?: number): Promise<void>
}

/**
 * Returns a gRPC server with the standard health protocol, and reflection in development; both are open to every
 * caller. AppErrors keep their code and details.
 */
export const rpcServer = (options: RpcServerOptions): RpcServer => {
  const server = new Server()
  const names = options.services.map(({ service }) => service.name)
  const health = new HealthImplementation(toHealthStatuses(names, 'SERVING'))
  health.addToServer(server)
  const toMethod = createMethodFactory(options)
  for (const { service, handlers } of options.services) {
    server.addService(service.definition as ServiceDefinition, bindHandlers(service, handlers, toMethod))
  }
  if (options.development) new ReflectionService(mergeDefinitions(options.services)).addToServer(server)
  let port: number | undefined
  return {
    get address() {
      if (port === undefined) throw new Error('The gRPC server has not started yet')
      return toAddress(options.host, port)
    },
    start: async () => {
      port = await listen(server, options.host, options.port)
      return toAddress(options.host, port)
    },
    drain: () => {
      for (const name of ['', ...names]) health.setStatus(name, 'NOT_SERVING')
    },
    close: (capMs = 5000) => shutDown(server, capMs),
  }
}

const toHealthStatuses = (names: string[], value: 'SERVING') =>
  Object.fromEntries(['', ...names].map((name) => [name, value]))

const mergeDefinitions = (services: RpcImplementation[]): RpcService<unknown>['packageDefinition'] =>
  Object.assign({}, ...services.map(({ service }) => service.packageDefinition))

const toAddress = (host: string, port: number): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`

const listen = async (server: Server, host: string, port: number): Promise<number> => {
  try {
    return await bind(server, toAddress(host, port))
  } catch (error) {
    // Like Node for HTTP: on a machine without IPv6, “all addresses” means all IPv4 addresses.
    if (host !== '::') throw error
    return bind(server, toAddress('0.0.0.0', port))
  }
}

const bind = (server: Server, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error)
      else resolve(bound)
    })
  })

const shutDown = (server: Server, capMs: number): Promise<void> =>
  new Promise((resolve) => {
    const capTimer = setTimeout(() => server.forceShutdown(), capMs)
    server.tryShutdown(() => {
      clearTimeout(capTimer)
      resolve()
    })
  })

type ToMethod = (
  method: string,
  handler: Handler,
) => (call: ServerUnaryCall<object, object>, respond: sendUnaryData<object>) => void

const bindHandlers = (
  service: RpcService<unknown>,
  handlers: Record<string, Handler>,
  toMethod: ToMethod,
) => {
  const bound: UntypedServiceImplementation = {}
  for (const [name, method] of Object.entries(service.definition as ServiceDefinition)) {
    const handler = handlers[name.charAt(0).toLowerCase() + name.slice(1)]
    if (handler === undefined) throw new Error(`${service.name} has no handler for ${name}`)
    bound[name] = toMethod(method.path, handler)
  }
  return bound
}

const createMethodFactory = ({ callers, logger, metrics }: RpcServerOptions): ToMethod => {
  const rejections = createRejections({ logger, metrics })
  return (method, handler) => {
    const meter = createServerMeter(metrics, method)
    const methodName = method.slice(method.lastIndexOf('/') + 1)
    return (call, respond) => {
      const started = performance.now()
      const rejection = callers?.check(readServiceToken(call.metadata), methodName)
      if (rejection) return respond(rejections.toStatus(rejection, method, call.getPeer()))
      const context = new CallContext(call)
      const span = tracer()?.startSpan(method, {
        role: 'server',
        parent: context.traceparent,
        attributes: rpcAttributes,
      })
      if (span) context.traceparent = span.traceparent
      requestContext
        .run(context, async () => handler(call.request, context))
        .then(
          (response) => {
            context.end()
            respond(null, response)
            meter.recordSuccess(started)
            span?.end()
            logCall(logger, context, method, started)
          },
          (error: unknown) => {
            context.end()
            if (!(error instanceof AppError))
              logger.error({ err: error, method, requestId: context.requestId }, 'gRPC call failed')
            respond(toStatus(error))
            meter.recordFailure(started, error)
            span?.end({ error })
            logCall(logger, context, method, started, error)
          },
        )
    }
  }
}

const logCall = (
  logger: Logger,
  { requestId }: CallContext,
  method: string,
  started: number,
  error?: unknown,
): void => {
  if (!logger.isLevelEnabled('debug')) return
  const outcome = error instanceof AppError ? error.code : error === undefined ? 'OK' : 'INTERNAL'
  // Not named `code`: the logger redacts that field because of second-factor codes.
  logger.debug({ requestId, method, outcome, ms: Math.round(performance.now() - started) }, 'call')
}
