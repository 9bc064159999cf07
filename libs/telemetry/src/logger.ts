import { AppError } from '@wp/kernel'
import { pino } from 'pino'
import { redactRecord, scrub } from './redaction.ts'
import { requestContext } from './request-context.ts'
import type { DestinationStream, Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

const maxCauses = 5

/**
 * Returns a logger that writes JSON lines, to standard output by default. Each line contains the ids of the current
 * request. Credentials in the fields are redacted, in text and by key; the message itself is not changed. Of an error
 * in `err` or `error`, only the name, message, code, status, stack and up to five causes are written.
 */
export const createLogger = (options: {
  service: string
  level?: LogLevel
  destination?: DestinationStream
}): Logger =>
  pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactRecord },
      serializers: { err: describeError, error: describeError },
      mixin: contextFields,
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  )

const contextFields = (): Record<string, unknown> => {
  const context = requestContext.current()
  if (!context) return {}
  const { requestId, workspaceId, accountId, traceparent } = context
  return { requestId, workspaceId, accountId, traceId: traceparent?.slice(3, 35) }
}

const describeError = (error: unknown, causes = 0): unknown => {
  if (!(error instanceof Error)) return typeof error === 'string' ? scrub(error) : error
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: scrub(error.message),
    code,
    status: error instanceof AppError ? error.status : undefined,
    stack: error.stack === undefined ? undefined : scrub(error.stack),
    cause:
      error.cause === undefined || causes >= maxCauses ? undefined : describeError(error.cause, causes + 1),
  }
}
