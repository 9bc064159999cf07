import { ApiError, ConnectionError } from '@workspace-platform/client'
import type { Refusal } from './sale.rules.ts'

/** Returns whether a failure says nothing about the sale, so that the same request can succeed later. */
export const isTemporary = (error: unknown): boolean => {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  if (error.status >= 500 || [401, 408, 425, 429].includes(error.status)) return true
  return error.retryAfterSeconds !== null || ['INVOICE_BUSY', 'IDEMPOTENCY_IN_PROGRESS'].includes(error.code)
}

export const toRefusal = (error: unknown): Refusal => {
  if (error instanceof ApiError) {
    const { code, message, details } = error
    return { code, message, details: details.map((detail) => ({ ...detail })) }
  }
  return { code: 'UNKNOWN', message: error instanceof Error ? error.message : String(error), details: [] }
}
