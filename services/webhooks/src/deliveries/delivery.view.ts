import type { PublicEvent } from '@wp/bus'
import { iso, withIsoTimes } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Delivery } from './delivery.contract.ts'
import type { StoredDelivery } from './delivery.store.ts'

/** `requestBody` is null when the caller may not view the record, or the event is no longer stored. */
export const toDelivery = (stored: StoredDelivery, requestBody: string | null): Delivery => {
  const { id, eventId, eventType, status, attempts, nextAttemptAt, createdAt } = stored
  return withIsoTimes({
    id,
    eventId,
    eventType,
    status,
    requestBody,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      at: iso(attempt.at),
      requestUrl: attempt.requestUrl ?? null,
      requestHeaders: attempt.requestHeaders ?? null,
    })),
    nextAttemptAt,
    createdAt,
  })
}

type Sent = { id: Id; type: string; workspaceId: Id; createdAt: string; data: object }

/** Returns the body of a request as JSON text. */
export const toBody = ({ id, type, workspaceId, createdAt, data }: Sent): string =>
  JSON.stringify({ id, type, apiVersion: 'v1', workspaceId, createdAt, data })

/** Returns `data` of a public event: the record under its name in the API, or only its id when it is too large. */
export const toData = (
  { field }: Pick<PublicEvent, 'field'>,
  { recordId, record }: { recordId: Id; record: unknown },
): object => (record === null ? { [field]: { id: recordId }, isTruncated: true } : { [field]: record })
