import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js'
import { AppError, errorCodes, type ErrorDetail } from '@wp/kernel'

const codeKey = 'x-error-code'
const httpStatusKey = 'x-error-status'
const detailsKey = 'x-error-details-bin'
const retryAfterKey = 'x-error-retry-after'
const originKey = 'x-error-origin'

const statusByHttp: Record<number, status> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  405: status.UNIMPLEMENTED,
  409: status.ALREADY_EXISTS,
  413: status.INVALID_ARGUMENT,
  415: status.INVALID_ARGUMENT,
  422: status.FAILED_PRECONDITION,
  429: status.RESOURCE_EXHAUSTED,
  431: status.INVALID_ARGUMENT,
  500: status.INTERNAL,
  503: status.UNAVAILABLE,
  504: status.DEADLINE_EXCEEDED,
}

/**
 * The gRPC failure that is the cause of an AppError thrown by a client.
 * `isDownstream`: the peer is healthy but a service behind it failed, so a retry would only multiply the load.
 * `isUnanswered`: the peer was unreachable, disconnected or took too long, so the error does not come from it.
 * `isTokenRejected`: the peer rejected the service token, so it did no work.
 * `hadLittleTime`: the call had little time from the start, so its timeout does not indicate a problem with the peer.
 */
export class RpcFailure extends Error {
  readonly status: status
  readonly isDownstream: boolean
  readonly isUnanswered: boolean
  readonly isTokenRejected: boolean
  readonly hadLittleTime: boolean

  constructor(
    peer: string,
    code: status,
    detail: string,
    options: {
      isDownstream?: boolean
      isUnanswered?: boolean
      isTokenRejected?: boolean
      hadLittleTime?: boolean
    } = {},
  ) {
    super(`${peer}: ${status[code]} ${detail}`)
    this.name = 'RpcFailure'
    this.status = code
    this.isDownstream = options.isDownstream ?? false
    this.isUnanswered = options.isUnanswered ?? false
    this.isTokenRejected = options.isTokenRejected ?? false
    this.hadLittleTime = options.hadLittleTime ?? false
  }
}

/** Returns the RpcFailure in the error's chain of causes, if any. */
export const findRpcFailure = (error: unknown): RpcFailure | undefined => {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth += 1) {
    if (cause instanceof RpcFailure) return cause
    cause = cause.cause
  }
  return undefined
}

/**
 * Returns the gRPC status that a server sends: the code, message and details of an AppError, or INTERNAL without
 * details for other errors.
 */
export const toStatus = (error: unknown): StatusObject => {
  const metadata = new Metadata()
  const known = error instanceof AppError ? error : new AppError('INTERNAL', 'An internal error occurred')
  metadata.set(codeKey, known.code)
  metadata.set(httpStatusKey, String(known.status))
  if (known.details) metadata.set(detailsKey, Buffer.from(JSON.stringify(known.details)))
  if (known.retryAfterSeconds !== undefined) metadata.set(retryAfterKey, String(known.retryAfterSeconds))
  if (findRpcFailure(error)) metadata.set(originKey, 'downstream')
  return { code: statusByHttp[known.status] ?? status.UNKNOWN, details: known.message, metadata }
}

const unansweredStatuses = new Set([status.UNAVAILABLE, status.CANCELLED, status.DEADLINE_EXCEEDED])

/** Returns the error that a client throws: the server's AppError, UNAVAILABLE, TIMEOUT or INTERNAL. */
export const toAppError = (error: ServiceError, peer: string, hadLittleTime: boolean): AppError => {
  const code = firstValue(error.metadata, codeKey)
  const cause = new RpcFailure(peer, error.code, error.details, {
    isDownstream: firstValue(error.metadata, originKey) === 'downstream',
    isUnanswered: code === undefined && unansweredStatuses.has(error.code),
    isTokenRejected: code === undefined && error.code === status.UNAUTHENTICATED,
    hadLittleTime,
  })
  if (code === undefined) return toUnansweredError(error.code, peer, cause)
  const details = readDetails(error.metadata)
  const retryAfter = Number(firstValue(error.metadata, retryAfterKey))
  return new AppError({ code, status: readHttpStatus(error, code) }, error.details, {
    cause,
    ...(details && { details }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  })
}

/** Returns the error for a call whose request has already ended. */
export const callerDisconnected = (cause?: unknown): AppError =>
  new AppError('TIMEOUT', 'The caller has disconnected', { cause })

/** Returns the error for a peer that is not called because it is failing. */
export const peerUnavailable = (peer: string): AppError =>
  new AppError('UNAVAILABLE', unavailableMessage(peer), {
    cause: new RpcFailure(peer, status.UNAVAILABLE, 'the circuit breaker is open'),
    retryAfterSeconds: 1,
  })

const unavailableMessage = (peer: string): string => `${serviceOf(peer)} is unavailable; try again`

/** Returns a peer's name for messages. A peer is named after its protobuf package, such as `admin_billing`. */
const serviceOf = (peer: string): string => `The ${peer.replaceAll('_', '-')} service`

const toUnansweredError = (code: status, peer: string, cause: RpcFailure): AppError => {
  if (code === status.DEADLINE_EXCEEDED)
    return new AppError('TIMEOUT', `${serviceOf(peer)} did not answer in time; try again`, { cause })
  // A peer rejects valid tokens while its clock or the caller's is wrong.
  if (code === status.UNAVAILABLE || code === status.CANCELLED || code === status.UNAUTHENTICATED)
    return new AppError('UNAVAILABLE', unavailableMessage(peer), { cause, retryAfterSeconds: 1 })
  return new AppError('INTERNAL', 'An internal error occurred', { cause })
}

const firstValue = (metadata: Metadata | undefined, key: string): string | undefined =>
  metadata?.get(key)[0]?.toString()

/** Returns the HTTP status of an error. Servers of earlier versions do not send it. */
const readHttpStatus = ({ metadata, code: grpcStatus }: ServiceError, code: string): number => {
  const sent = Number(firstValue(metadata, httpStatusKey))
  if (sent >= 400 && sent < 600) return sent
  if (Object.hasOwn(errorCodes, code)) return errorCodes[code as keyof typeof errorCodes]
  return grpcStatus === status.FAILED_PRECONDITION ? 422 : 500
}

const readDetails = (metadata: Metadata | undefined): ErrorDetail[] | undefined => {
  const bytes = metadata?.get(detailsKey)[0]
  return Buffer.isBuffer(bytes) ? (JSON.parse(bytes.toString()) as ErrorDetail[]) : undefined
}
