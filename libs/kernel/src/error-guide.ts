import { errorCodes } from './errors.ts'
import type { ErrorCode } from './errors.ts'

/** What a caller wants to know about an error code: why it comes, and what to do then. */
export type ErrorAdvice = { cause: string; remedy: string }

/** Every code, in the order of `errorCodes`; `docs/errors.md` and the API reference are made from it. */
const errorGuide: Record<ErrorCode, ErrorAdvice> = {
  INVALID_JSON: {
    cause: 'The body is no JSON, or is nested too deeply.',
    remedy: 'Send valid JSON in UTF-8, with `Content-Type: application/json`.',
  },
  INVALID_REQUEST: {
    cause: 'The request itself is wrong: a header, a query parameter given twice, a file that is missing.',
    remedy: 'Change what `details` names. The same request will be refused again.',
  },
  INVALID_ID: {
    cause: 'An id in the path is none.',
    remedy: 'An id has 24 hexadecimal characters, as a reply of the platform gave it.',
  },
  UNAUTHENTICATED: {
    cause: 'There is no access token, or one that the platform did not issue.',
    remedy: 'Log in and send `Authorization: Bearer <token>`.',
  },
  TOKEN_EXPIRED: {
    cause:
      'The access token was valid once: its time is over, or a logout, a new password or a change of permissions ended it.',
    remedy: 'Refresh it with the refresh token and repeat the request. If that is refused too, log in.',
  },
  INVALID_CREDENTIALS: {
    cause:
      'Email and password do not match an account, or a token for a reset or an invitation was used or is too old.',
    remedy: 'Ask the person again. Repeated wrong attempts are slowed down (`RATE_LIMITED`).',
  },
  MFA_FAILED: {
    cause: 'The code of the second factor is wrong, was used before, or its challenge is over.',
    remedy: 'Ask for the current code; after five wrong ones begin the login anew.',
  },
  FORBIDDEN: {
    cause: 'The token is valid, but its holder lacks the permission that the message names.',
    remedy: 'Let an owner give the permission to the role, and refresh the token.',
  },
  WRONG_WORKSPACE: {
    cause: 'The token belongs to another workspace than the path.',
    remedy: 'Use the workspace id of the token, or log in to the other workspace.',
  },
  SUBSCRIPTION_EXPIRED: {
    cause: 'The plan of the workspace has ended; this route is for paid time only.',
    remedy: 'Renew the plan. Reading and the routes of the subscription itself still work.',
  },
  BOOTSTRAP_TOKEN_INVALID: {
    cause: 'The header `x-bootstrap-token` is not the configured one, or none is configured.',
    remedy: 'Use the value of `BOOTSTRAP_TOKEN` that identity was started with.',
  },
  REAUTHENTICATION_REQUIRED: {
    cause: 'The change is sensitive, and the last login or confirmation is more than ten minutes ago.',
    remedy:
      'Ask for the password (and second factor) at the re-authentication route, then repeat the request.',
  },
  NOT_FOUND: {
    cause: 'Nothing with this id or address exists in this workspace, or it was deleted.',
    remedy:
      "Check the id. What belongs to another workspace answers the same, so that nobody can guess others' ids.",
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The address exists, but not with this method.',
    remedy: 'Use a method that the header `Allow` names.',
  },
  CONFLICT: {
    cause: 'Something with the same unique value exists, or somebody changed the record at the same moment.',
    remedy: 'Read the current state; choose another value or repeat the change on it.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'A request with the same `Idempotency-Key` is still being answered.',
    remedy: 'Wait as long as `Retry-After` says and repeat it with the same key: you get the first answer.',
  },
  PAYLOAD_TOO_LARGE: {
    cause: 'The body or the file is larger than this route takes.',
    remedy: 'Send less; the message names the limit.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The body has a type that this route does not read, or a file has content it does not take.',
    remedy: 'Send JSON with `Content-Type: application/json`, files as `multipart/form-data`.',
  },
  VALIDATION_FAILED: {
    cause: 'A field has a wrong form or breaks a rule; `details` names each with its path.',
    remedy: 'Correct the named fields. Nothing was changed.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause: 'The `Idempotency-Key` was used before for a request with another content.',
    remedy: 'Use a new key for each new request, and the same key only to repeat one.',
  },
  PLAN_INACTIVE: {
    cause: 'The chosen plan does not exist or is not offered any more.',
    remedy: 'Choose one of `GET /v1/public/plans`.',
  },
  CATEGORY_INACTIVE: {
    cause: 'The chosen business category does not exist or is not offered any more.',
    remedy: 'Choose one of `GET /v1/public/business-categories`.',
  },
  INVOICE_NOT_DRAFT: {
    cause: 'Items and discounts change only while the invoice is a draft.',
    remedy: 'Read the invoice; void or refund it and make a new one.',
  },
  INVOICE_BUSY: {
    cause: 'The invoice is being finalized at this moment.',
    remedy: 'Repeat the request after `Retry-After`.',
  },
  SESSION_CLOSED: {
    cause: 'The till session of the invoice or payment is closed.',
    remedy: 'Open a till session and use that.',
  },
  SESSION_CONFLICT: {
    cause: 'The staff member has another session at this time, and the workspace prevents overlaps.',
    remedy: 'Choose another time or staff member.',
  },
  QUOTA_EXCEEDED: {
    cause: 'The plan allows no more staff or storage.',
    remedy: 'Remove something, or change the plan; the message names the limit.',
  },
  OUT_OF_STOCK: {
    cause: 'There is less in stock than was asked for.',
    remedy: 'Ask for no more than `details` says is there.',
  },
  DOMAIN_NOT_VERIFIED: {
    cause: 'The TXT record that proves the ownership of the domain was not found.',
    remedy: 'Set the record that the domain names in its reply, wait for DNS, and verify again.',
  },
  NOT_STARTED: {
    cause: 'The contest has not begun.',
    remedy: 'Wait for the time that the message names.',
  },
  CLOSED: {
    cause: 'What is asked for is over or takes nothing at the moment: a contest, an attempt, a store.',
    remedy: 'The message says which; nothing can be done from outside.',
  },
  TEST_BILLED: {
    cause: 'The laboratory test has an invoice or an income, so what it costs cannot change any more.',
    remedy: 'Void the invoice first, or make a new test.',
  },
  RATE_LIMITED: {
    cause: 'Too many requests of one kind in a short time.',
    remedy: 'Wait as long as `Retry-After` says; the `RateLimit` headers show what is left.',
  },
  HEADERS_TOO_LARGE: {
    cause: 'The headers of the request are larger than 16 KiB.',
    remedy: 'Send fewer or smaller headers and cookies.',
  },
  INTERNAL: {
    cause: 'A fault of the platform. Its log knows more, under the request id.',
    remedy: 'Repeat a request that is safe to repeat; report the `x-request-id` of the reply if it stays.',
  },
  UNAVAILABLE: {
    cause: 'A part of the platform is away or starting.',
    remedy: 'Repeat it after `Retry-After`, with the same `Idempotency-Key` if it creates something.',
  },
  TIMEOUT: {
    cause: 'The answer did not come in time; whether the request had its effect is unknown.',
    remedy: 'Repeat it with the same `Idempotency-Key`: it happens once.',
  },
}

/** The codes with their status and advice, in the order of the catalogue. */
export const errorAdvice = (): ({ code: ErrorCode; status: number } & ErrorAdvice)[] =>
  (Object.keys(errorCodes) as ErrorCode[]).map((code) => ({
    code,
    status: errorCodes[code],
    ...errorGuide[code],
  }))
