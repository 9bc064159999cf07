import { errorCodes } from './errors.ts'
import type { DeclaredError, ErrorAdvice, ErrorCode } from './errors.ts'

/** `docs/errors.md` and the API reference are generated from this. */
const errorGuide: Record<ErrorCode, ErrorAdvice> = {
  INVALID_JSON: {
    cause: 'The body is not valid JSON.',
    remedy: 'Send valid JSON in UTF-8 with `Content-Type: application/json`.',
  },
  INVALID_REQUEST: {
    cause:
      'A part of the request is malformed, such as a header, a repeated query parameter, a missing file or a body that is nested too deeply.',
    remedy:
      'Correct the parts named in the message and in `details`. The same request will be rejected again.',
  },
  INVALID_ID: {
    cause: 'An id in the path is malformed.',
    remedy: 'Use an id from a previous reply: 24 lowercase hexadecimal characters.',
  },
  UNAUTHENTICATED: {
    cause:
      'The access token is missing, was not issued by the platform, or belongs to a login session that has ended.',
    remedy: 'Log in and send `Authorization: Bearer <token>`.',
  },
  TOKEN_EXPIRED: {
    cause: 'The access token has expired, or the permissions of its owner have changed since it was issued.',
    remedy:
      'Refresh it with the refresh token and repeat the request. If the refresh is rejected too, log in again.',
  },
  INVALID_CREDENTIALS: {
    cause: 'The email and password do not match an account.',
    remedy: 'Ask the user to try again. Repeated failures are slowed down (`RATE_LIMITED`).',
  },
  MFA_FAILED: {
    cause: 'The code of the second factor is wrong or was already used, or the challenge has expired.',
    remedy: 'Ask for the current code. After five wrong codes, start a new login.',
  },
  FORBIDDEN: {
    cause: 'The token is valid, but its owner is not allowed to do this; the message says what is required.',
    remedy: 'If a permission is missing, ask an owner to add it to the role, then refresh the token.',
  },
  WRONG_WORKSPACE: {
    cause: 'The token belongs to a different workspace than the path.',
    remedy: 'Use the workspace id of the token, or log in to the other workspace.',
  },
  SUBSCRIPTION_EXPIRED: {
    cause: 'The subscription of the workspace has expired, and this route requires an active one.',
    remedy: 'Renew the subscription. Most routes that only read, and the subscription routes, still work.',
  },
  BOOTSTRAP_TOKEN_INVALID: {
    cause: 'The header `x-bootstrap-token` does not match the configured token, or no token is configured.',
    remedy: 'Use the value of `BOOTSTRAP_TOKEN` that identity was started with.',
  },
  REAUTHENTICATION_REQUIRED: {
    cause: 'The change is sensitive, and the last login or confirmation was more than ten minutes ago.',
    remedy:
      'Ask for the password (and second factor) and send them to the re-authentication route, then repeat the request.',
  },
  NOT_FOUND: {
    cause: 'The resource does not exist in this workspace, or was deleted.',
    remedy: 'Check the id. Resources of other workspaces are reported as not found too.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path exists, but does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  REQUEST_TIMEOUT: {
    cause:
      'The request did not arrive in time. By default, a body must not pause for more than 5 seconds or arrive at less than 16 kB/s.',
    remedy: 'Send it again over a faster connection. Nothing was changed.',
  },
  CONFLICT: {
    cause: 'A record with the same unique value already exists, or the record was changed at the same time.',
    remedy: 'Read the current state, then choose another value or repeat the change.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'A request with the same `Idempotency-Key` is still running.',
    remedy:
      'Wait for the time in `Retry-After` and repeat the request with the same key to get the first reply.',
  },
  PAYLOAD_TOO_LARGE: {
    cause: 'The body or the file is larger than this route accepts.',
    remedy: 'Send less data; the message contains the limit.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The content type of the body or of the file is not supported by this route.',
    remedy: 'Send JSON with `Content-Type: application/json`, and files as `multipart/form-data`.',
  },
  VALIDATION_FAILED: {
    cause: 'One or more fields are invalid; `details` contains the path of each.',
    remedy: 'Correct these fields. Nothing was changed.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause: 'The `Idempotency-Key` was already used for a different request.',
    remedy: 'Use a new key for every new request, and the same key only to repeat a request.',
  },
  PLAN_INACTIVE: {
    cause: 'The plan does not exist or is no longer offered.',
    remedy: 'Choose a plan from `GET /v1/public/plans`.',
  },
  CATEGORY_INACTIVE: {
    cause: 'The business category does not exist or is no longer offered.',
    remedy: 'Choose a category from `GET /v1/public/business-categories`.',
  },
  QUOTA_EXCEEDED: {
    cause: 'The limit of the plan for staff or storage is reached.',
    remedy: 'Remove something or change the plan; the message contains the limit.',
  },
  OUT_OF_STOCK: {
    cause: 'The requested quantity is not in stock.',
    remedy: 'Request a smaller quantity of the product named in the message.',
  },
  CLOSED: {
    cause: 'The contest, attempt, store or booking page is closed.',
    remedy: 'The message names the resource. The request cannot succeed while it is closed.',
  },
  RATE_LIMITED: {
    cause: 'Too many requests of one kind in a short time.',
    remedy: 'Wait for the time in `Retry-After`; the `RateLimit` headers show the remaining quota.',
  },
  HEADERS_TOO_LARGE: {
    cause: 'The request headers are larger than 16 KiB.',
    remedy: 'Send fewer or smaller headers and cookies.',
  },
  INTERNAL: {
    cause: 'An internal error of the platform. It is logged under the request id.',
    remedy:
      'Repeat the request if that is safe. If the error persists, report the `x-request-id` of the reply.',
  },
  UNAVAILABLE: {
    cause: 'A part of the platform is unavailable or starting.',
    remedy:
      'Repeat the request after the time in `Retry-After`, with the same `Idempotency-Key` if it creates something.',
  },
  TIMEOUT: {
    cause: 'The request timed out; it may or may not have been applied.',
    remedy: 'Repeat it with the same `Idempotency-Key`: it is applied only once.',
  },
}

/** Returns every error code of the platform and the declared ones with their status and advice, by status. */
export const errorAdvice = (
  declared: readonly DeclaredError[] = [],
): ({ code: string; status: number } & ErrorAdvice)[] => {
  const common = Object.entries(errorGuide).map(([code, advice]) => ({
    code,
    status: errorCodes[code as ErrorCode],
    ...advice,
  }))
  return [...common, ...declared].toSorted((one, other) => one.status - other.status)
}
