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
