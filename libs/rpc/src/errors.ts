import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js'
import { AppError, errorCodes, type ErrorCode, type ErrorDetail } from '@wp/kernel'

const codeKey = 'x-error-code'
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
 * What went wrong on the wire; the cause of the AppError that a client throws.
 * `isPassedOn`: the peer is well, something behind it failed, so trying the peer again would only multiply the load.
 * `isRushed`: the call had little time left from the start, so that running out of it says nothing about the peer.
 */
export class RpcFailure extends Error {
  readonly status: status
  readonly isPassedOn: boolean
  readonly isRushed: boolean

  constructor(
    peer: string,
    code: status,
    detail: string,
    parts: { isPassedOn?: boolean; isRushed?: boolean } = {},
  ) {
    super(`${peer}: ${status[code]} ${detail}`)
    this.name = 'RpcFailure'
    this.status = code
    this.isPassedOn = parts.isPassedOn ?? false
    this.isRushed = parts.isRushed ?? false
  }
}

/** The failure of an RPC somewhere in the chain of causes, if that is what it came from. */
export const rpcFailureOf = (error: unknown): RpcFailure | undefined => {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth += 1) {
    if (cause instanceof RpcFailure) return cause
    cause = cause.cause
  }
  return undefined
}

/** What a server sends: an AppError with its code, message and details; anything else as INTERNAL without a word more. */
export const toStatus = (error: unknown): StatusObject => {
  const metadata = new Metadata()
  const known = error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong')
  metadata.set(codeKey, known.code)
  if (known.details) metadata.set(detailsKey, Buffer.from(JSON.stringify(known.details)))
  if (known.retryAfterSeconds !== undefined) metadata.set(retryAfterKey, String(known.retryAfterSeconds))
  if (rpcFailureOf(error)) metadata.set(originKey, 'downstream')
  return { code: statusByHttp[known.status] ?? status.UNKNOWN, details: known.message, metadata }
}

/** What a client throws: the AppError that the server threw, or one that says that the peer could not answer. */
export const fromServiceError = (error: ServiceError, peer: string, isRushed: boolean): AppError => {
  const code = errorCodeIn(error.metadata)
  const cause = new RpcFailure(peer, error.code, error.details, {
    isPassedOn: first(error.metadata, originKey) === 'downstream',
    isRushed,
  })
  if (code === undefined) return unanswered(error.code, peer, cause)
  const details = detailsIn(error.metadata)
  const retryAfter = Number(first(error.metadata, retryAfterKey))
  return new AppError(code, error.details, {
    cause,
    ...(details && { details }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  })
}

/** The peer is known to be in trouble and was not asked. */
export const notAsked = (peer: string): AppError =>
  new AppError('UNAVAILABLE', `${peer} does not answer at the moment; please try again`, {
    cause: new RpcFailure(peer, status.UNAVAILABLE, 'held back after failures'),
    retryAfterSeconds: 1,
  })

const unanswered = (code: status, peer: string, cause: RpcFailure): AppError => {
  if (code === status.DEADLINE_EXCEEDED)
    return new AppError('TIMEOUT', `${peer} did not answer in time`, { cause })
  if (code === status.UNAVAILABLE || code === status.CANCELLED) {
    const message = `${peer} cannot be reached at the moment; please try again`
    return new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds: 1 })
  }
  return new AppError('INTERNAL', 'Something went wrong', { cause })
}

const first = (metadata: Metadata | undefined, key: string): string | undefined =>
  metadata?.get(key)[0]?.toString()

const errorCodeIn = (metadata: Metadata | undefined): ErrorCode | undefined => {
  const code = first(metadata, codeKey)
  if (code === undefined) return undefined
  return Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'INTERNAL'
}

const detailsIn = (metadata: Metadata | undefined): ErrorDetail[] | undefined => {
  const bytes = metadata?.get(detailsKey)[0]
  return Buffer.isBuffer(bytes) ? (JSON.parse(bytes.toString()) as ErrorDetail[]) : undefined
}
