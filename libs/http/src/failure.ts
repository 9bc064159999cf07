import { AppError } from '@wp/kernel'
import { z } from 'zod'

/** The body of every error reply on the platform. */
export const ErrorEnvelope = z
  .object({
    error: z
      .object({
        code: z.string().describe('Stable machine-readable error code'),
        message: z.string().describe('Human-readable message'),
        details: z
          .array(
            z.object({
              path: z.string().describe('The path of the invalid value, such as `items.0.price`'),
              message: z.string().describe('What is wrong with the value; reads well after its label'),
            }),
          )
          .optional()
          .describe('Every invalid value, for validation errors'),
      })
      .describe('What went wrong'),
  })
  .meta({ id: 'Error' })

export type ErrorEnvelope = z.output<typeof ErrorEnvelope>

export type Failure = {
  readonly status: number
  readonly body: ErrorEnvelope
  readonly headers: Record<string, string> | null
}

/** System errors of a machine or process that has no files, connections or disk space left. */
const exhausted = new Set(['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT'])

const isExhausted = (error: unknown): boolean =>
  error instanceof Error && exhausted.has(String((error as NodeJS.ErrnoException).code))

/**
 * Returns the reply for an error. Lack of file handles or disk space becomes a 503. Any other error that is not an
 * AppError, or has the code INTERNAL, becomes a 500 without internal details; `showCause` (signup) adds the first line
 * of the cause's message, without URLs.
 */
export const toFailure = (error: unknown, options: { showCause?: boolean } = {}): Failure => {
  if (error instanceof AppError && error.code !== 'INTERNAL') {
    const { code, message, details, status } = error
    return {
      status,
      body: { error: details ? { code, message, details } : { code, message } },
      headers: headersOf(error),
    }
  }
  if (isExhausted(error)) {
    const message = 'This part of the platform has no file handles or disk space left; try again later'
    return toFailure(new AppError('UNAVAILABLE', message, { cause: error, retryAfterSeconds: 5 }))
  }
  const message = 'An internal error occurred; try again'
  return {
    status: 500,
    body: {
      error: { code: 'INTERNAL', message: options.showCause ? `${message}: ${causeOf(error)}` : message },
    },
    headers: null,
  }
}

const headersOf = (error: AppError): Record<string, string> | null => {
  if (error.retryAfterSeconds !== undefined)
    return { 'retry-after': String(Math.ceil(error.retryAfterSeconds)) }
  if (error.status === 503 || error.status === 504) return { 'retry-after': '1' }
  return error.status === 401 ? { 'www-authenticate': 'Bearer' } : null
}

const causeOf = (error: unknown): string => {
  const { message } = error instanceof AppError && error.cause instanceof Error ? error.cause : toError(error)
  const [line = ''] = message.split('\n')
  return line.replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[address]').slice(0, 300)
}

const toError = (error: unknown): { message: string } =>
  error instanceof Error ? error : { message: 'unknown cause' }
