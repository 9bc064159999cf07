import type { Id } from '@wp/kernel'
import { requestContext, tracer } from '@wp/telemetry'
import type { z } from 'zod'
import { subjectOf } from './subjects.ts'
import type { PublishableEvent, PublishedMessage } from './tx.ts'

const maxBytes = 256 * 1024
/** Limits for events with `shortData`: of one event, and of all such events in a transaction. */
const maxLongBytes = 128 * 1024
const maxLongBytesTogether = 512 * 1024

/**
 * An event in a transaction that has not been committed. Its id is assigned last, so that ids follow the order of
 * commits.
 */
export type DraftEvent = {
  workspaceId: Id | null
  type: string
  subject: string
  aggregate: string | null
  /** The size of an event that has `shortData` but was published in full; otherwise 0. */
  longBytes: number
  sealed: (id: Id) => string
}

/**
 * Validates an event's data and adds the request context. `longBytes` is the size of the transaction's events with
 * `shortData` so far.
 */
export const draftEvent = <Schema extends z.ZodType>(
  event: PublishableEvent<Schema>,
  message: PublishedMessage<Schema>,
  now: Date,
  longBytes = 0,
): DraftEvent => {
  const { workspaceId, shortData } = message
  const subject = subjectOf(event, workspaceId)
  const context = requestContext.current()
  const span = tracer()?.startSpan(`publish ${event.type}`, { role: 'producer' })
  const write = (given: z.input<Schema>) => {
    const data = event.data.parse(given)
    const text = JSON.stringify({
      type: event.type,
      time: now.toISOString(),
      workspaceId,
      requestId: context?.requestId ?? null,
      traceparent: span?.traceparent ?? context?.traceparent ?? null,
      data,
    })
    return { data, text, bytes: Buffer.byteLength(text) }
  }
  let written = write(message.data)
  const isLong =
    shortData !== undefined &&
    written.bytes <= maxLongBytes &&
    longBytes + written.bytes <= maxLongBytesTogether
  if (shortData !== undefined && !isLong) written = write(shortData)
  span?.end()
  const { data, text, bytes } = written
  if (bytes > maxBytes)
    throw new RangeError(
      `Event ${event.type} has ${bytes} bytes, but at most ${maxBytes} are allowed; publish a reference instead`,
    )
  return {
    workspaceId,
    type: event.type,
    subject,
    aggregate: message.aggregate ?? aggregateOf(event.type, data),
    longBytes: isLong ? bytes : 0,
    sealed: (id) => `{"id":"${id}",${text.slice(1)}`,
  }
}

/**
 * Returns an event's aggregate, or null if its data contains no id. For `wp.identity.workspace.created.v1` it is
 * `workspace:<id>`, with the id in `data.workspace.id`, `data.id` or `data.workspaceId`.
 */
export const aggregateOf = (type: string, data: unknown): string | null => {
  const entity = (type.split('.')[2] ?? '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (!isRecord(data)) return null
  const inner = data[entity]
  const id = (isRecord(inner) ? inner['id'] : undefined) ?? data['id'] ?? data[`${entity}Id`]
  return typeof id === 'string' ? `${entity}:${id}` : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
