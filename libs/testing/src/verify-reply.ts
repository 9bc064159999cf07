import { errorCodes } from '@wp/kernel'
import type { Result } from '@workspace-platform/client'
import { failsOf, type Route } from '@wp/http'
import { z } from 'zod'
import { recordCode, recordExample, recordRequest } from './example-log.ts'
import { recordStatus } from './status-log.ts'

const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    details: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  }),
})

/**
 * Throws if a reply does not match its route (status, schema, error envelope, request id); otherwise records the
 * status and, for the API reference, the reply and the `sent` body.
 */
export const verifyReply = (route: Route, { status, body, headers }: Result, sent?: unknown): void => {
  const fault = faultOf(route, status, body)
  if (fault)
    throw new Error(`${route.id} (${route.method} ${route.path}) ${fault}: ${status} ${JSON.stringify(body)}`)
  if (!headers.get('x-request-id')) throw new Error(`${route.id} returned no x-request-id`)
  recordStatus(route.id, status)
  recordExample(route.id, status, body)
  recordRequest(route, status, sent)
  recordCode(route.id, status, body)
}

const isDeclared = ({ errors = [] }: Route, status: number, code: string): boolean => {
  const common = Object.entries(errorCodes).map(([name, of]) => ({ code: name, status: of as number }))
  return [...common, ...errors].some((error) => error.code === code && error.status === status)
}

const faultOf = (route: Route, status: number, body: unknown): string | null => {
  if (status === 304) return null
  const shape = route.replies[status]
  if (shape === undefined) {
    if (!failsOf(route).includes(status)) return 'returned a status that it does not declare'
    const failed = ErrorBody.safeParse(body)
    if (!failed.success) return 'returned an error without the error envelope'
    return isDeclared(route, status, failed.data.error.code)
      ? null
      : 'returned an error code that it does not declare'
  }
  if (shape === null) return body === null ? null : 'returned a body although it declares none'
  if ('contentTypes' in shape) return null
  const schema = 'safeParse' in shape ? shape : shape[0]
  if (typeof body === 'string' && schema !== shape) return null
  const parsed = schema.safeParse(body)
  return parsed.success
    ? null
    : `returned a body that does not match its schema (${z.prettifyError(parsed.error)})`
}
