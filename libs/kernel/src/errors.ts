/** All error codes of the platform with their HTTP statuses. */
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
  INVOICE_NOT_DRAFT: 422,
  INVOICE_BUSY: 422,
  SESSION_CLOSED: 422,
  SESSION_CONFLICT: 422,
  OUTSIDE_WORKING_HOURS: 422,
  QUOTA_EXCEEDED: 422,
  OUT_OF_STOCK: 422,
  DOMAIN_NOT_VERIFIED: 422,
  NOT_STARTED: 422,
  CLOSED: 422,
  TOO_LATE: 422,
  BOOKING_LIMIT: 422,
  TEST_BILLED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
} as const

export type ErrorCode = keyof typeof errorCodes

export type ErrorDetail = { path: string; message: string }

type AppErrorOptions = { cause?: unknown; details?: ErrorDetail[]; retryAfterSeconds?: number }

/** An error whose code and message are shown to the caller. The cause is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details?: ErrorDetail[]
  readonly retryAfterSeconds?: number

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorCodes[code]
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
