import { ApiError } from '@workspace-platform/client'
import type { Refusal } from './sale.rules.ts'

export const toRefusal = (error: unknown): Refusal => {
  if (error instanceof ApiError) {
    const { code, message, details } = error
    return { code, message, details: details.map((detail) => ({ ...detail })) }
  }
  return { code: 'UNKNOWN', message: error instanceof Error ? error.message : String(error), details: [] }
}
