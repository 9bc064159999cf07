/** The error codes that several services use, with their HTTP statuses. Services declare other codes themselves. */
export const errorCodes = {
  INVALID_JSON: 400,
  INVALID_REQUEST: 400,
  INVALID_ID: 400,
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  MFA_FAILED: 401,
  FORBIDDEN: 403,
  WRONG_WORKSPACE: 403,
  SUBSCRIPTION_EXPIRED: 403,
  BOOTSTRAP_TOKEN_INVALID: 403,
  REAUTHENTICATION_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  PLAN_INACTIVE: 422,
  CATEGORY_INACTIVE: 422,
  QUOTA_EXCEEDED: 422,
  OUT_OF_STOCK: 422,
  CLOSED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
} as const

export type ErrorCode = keyof typeof errorCodes

/** The cause of an error code and what the caller can do about it. */
export type ErrorAdvice = { readonly cause: string; readonly remedy: string }

/** An error code that a service declares for its own routes. */
export type DeclaredError = ErrorAdvice & { readonly code: string; readonly status: DeclaredStatus }
type DeclaredStatus = 401 | 403 | 404 | 409 | 422

/** All other values of a field named `code` are redacted in logs, so a code has at least two words. */
export const declaredCode = /^[A-Z]+(_[A-Z]+)+$/

type Declarations = Record<string, ErrorAdvice & { status: DeclaredStatus }>

/**
 * Declares the error codes of a service, for `AppError` and for `errors` of routes. Throws TypeError for a malformed
 * code and for a code of the platform.
 */
export const defineErrors = <const D extends Declarations>(
  declarations: D,
): { readonly [C in keyof D]: DeclaredError } => {
  const errors = Object.entries(declarations).map(([code, declaration]) => {
    if (!declaredCode.test(code)) throw new TypeError(`Error code ${code} must be words like STOCK_TOO_LOW`)
    if (Object.hasOwn(errorCodes, code)) throw new TypeError(`Error code ${code} belongs to the platform`)
    return [code, Object.freeze({ code, ...declaration })]
  })
  return Object.fromEntries(errors) as { [C in keyof D]: DeclaredError }
}

export type ErrorDetail = { path: string; message: string }

type AppErrorOptions = { cause?: unknown; details?: ErrorDetail[]; retryAfterSeconds?: number }

/** An error whose code and message are shown to the caller. The cause is only logged. */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly details?: ErrorDetail[]
  readonly retryAfterSeconds?: number

  constructor(
    error: ErrorCode | { readonly code: string; readonly status: number },
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    const { code, status } = typeof error === 'string' ? { code: error, status: errorCodes[error] } : error
    this.code = code
    this.status = status
    if (options.details) this.details = options.details
    if (options.retryAfterSeconds !== undefined) this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/**
 * Returns a 422 VALIDATION_FAILED error with one detail; its message consists of the path and the predicate, such as
 * "date cannot be a holiday".
 */
export const invalid = (path: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', `${path} ${message}`, { details: [{ path, message }] })

/** Returns true for a 409 CONFLICT, usually because another request created the record first. */
export const isConflict = (error: unknown): boolean => error instanceof AppError && error.code === 'CONFLICT'

/** Returns a 404 NOT_FOUND error, such as "Client not found". */
export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `${what} not found`)
