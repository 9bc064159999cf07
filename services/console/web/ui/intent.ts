import { ApiError, ConnectionError } from '@workspace-platform/client'

/**
 * Returns a random id, which can be used as an `Idempotency-Key`. `randomUUID` is not available on pages
 * without TLS.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Returns whether a failure is temporary, so that the same request can succeed later. */
export const isTemporary = (error: unknown): boolean => {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  if (error.status >= 500 || [401, 408, 425, 429].includes(error.status)) return true
  return error.retryAfterSeconds !== null || ['INVOICE_BUSY', 'IDEMPOTENCY_IN_PROGRESS'].includes(error.code)
}

/**
 * Runs a call with an `Idempotency-Key`. The key stays the same after a temporary failure, such as a lost
 * reply. A rejection discards it, because the platform would repeat the rejection for the same key.
 */
export const createIntent = () => {
  let key: string | null = null
  const forget = (): void => {
    key = null
  }
  return {
    run: async <Reply>(call: (idempotencyKey: string) => Promise<Reply>): Promise<Reply> => {
      key ??= newKey()
      try {
        const reply = await call(key)
        forget()
        return reply
      } catch (error) {
        if (!isTemporary(error)) forget()
        throw error
      }
    },
    /** Starts a new intent, for example because the body changed. */
    forget,
  }
}
