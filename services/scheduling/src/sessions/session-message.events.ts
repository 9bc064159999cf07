import { iso } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { defineCustomerMessage, requestCustomerMessage } from '@wp/workspaces'
import type { CustomerMessage } from '@wp/workspaces'
import type { StoredClient } from '../clients/client.store.ts'
import type { SchedulingDeps } from '../deps.ts'
import { timeAt } from './session.rules.ts'
import type { StoredSession } from './session.store.ts'

export const CustomerMessageRequested = defineCustomerMessage('scheduling')

type BookingMessage = {
  type: Extract<CustomerMessage['type'], `booking.${string}`>
  version: string
  /** When the session starts; messages about it are not sent after that. */
  startAt: Date
}

export const publishSessionMessage = (
  { toBookingUrl }: Pick<SchedulingDeps, 'toBookingUrl'>,
  tx: Tx,
  session: StoredSession,
  { name, email, phone, language }: StoredClient,
  { type, version, startAt }: BookingMessage,
): void =>
  requestCustomerMessage(tx, CustomerMessageRequested, session.workspaceId, {
    type,
    recordId: session.id,
    version,
    recipient: { name, email, phone, language: language ?? null },
    details: {
      kind: 'booking',
      date: session.date,
      startTime: timeAt(session.startMinute),
      endTime: timeAt(session.endMinute),
      services: session.services.map((service) => service.name),
      staff: session.staffName,
      // A cancelled booking can no longer be changed.
      ...(session.source === 'online' && type !== 'booking.cancelled' && { link: toBookingUrl(session) }),
    },
    expiresAt: iso(startAt),
  })
