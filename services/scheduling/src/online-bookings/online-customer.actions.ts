import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { publishClientChanged, publishClientRemoved } from '../clients/client.events.ts'
import type { StoredClient } from '../clients/client.store.ts'
import type { StoredBookingPage } from '../booking-pages/booking-page.store.ts'
import type { SchedulingDeps } from '../deps.ts'
import { schedulingErrors } from '../errors.ts'
import { publishSessionChanged } from '../sessions/session.events.ts'
import type { StoredSession } from '../sessions/session.store.ts'
import type { NewBooking } from './online-booking.contract.ts'
import type { ProvenContact } from './online-booking.view.ts'

type Customer = NewBooking['customer']
type CustomerDeps = Pick<SchedulingDeps, 'clock' | 'clients' | 'sessions' | 'bookingContacts' | 'sessionView'>

const maxNamesakes = 20

/** Throws BOOKING_LIMIT when the customer has as many upcoming bookings as the page allows. Requires a transaction. */
export const checkOpenBookings = async (
  { clock, sessions, bookingContacts }: CustomerDeps,
  { workspaceId, maxOpenPerCustomer }: StoredBookingPage,
  contactKeys: readonly string[],
  fromMinute: number,
): Promise<void> => {
  for (const key of contactKeys) await bookingContacts.claim(workspaceId, key, clock.now())
  const count = await sessions.countOpenOnline(workspaceId, contactKeys, fromMinute)
  if (count >= maxOpenPerCustomer)
    throw new AppError(
      schedulingErrors.BOOKING_LIMIT,
      `A customer can have at most ${maxOpenPerCustomer} upcoming bookings; cancel one or contact the business`,
    )
}

/** Creates the client of a booking, marked as a possible duplicate of a client with the same contact. */
export const createCustomer = async (
  { clients }: CustomerDeps,
  tx: Tx,
  workspaceId: Id,
  { name, email, phone, language }: Customer,
): Promise<StoredClient> => {
  const [known] = byOriginality(await clients.listByContact(workspaceId, { email, phone }, maxNamesakes))
  const possibleDuplicateOf = known ? (known.possibleDuplicateOf ?? known.id) : null
  const client = await clients.insert(workspaceId, { name, email, phone, language, possibleDuplicateOf })
  publishClientChanged(tx, 'created', client)
  return client
}

/**
 * Moves a booking to the only other client with the proven contact, and removes the client that the booking created
 * unless it is used elsewhere. Changes nothing when there is no such client or several of them.
 */
export const mergeCustomer = async (
  deps: CustomerDeps,
  tx: Tx,
  session: StoredSession,
  { channel, recipient }: ProvenContact,
): Promise<StoredSession> => {
  const { workspaceId, clientId } = session
  const client = await deps.clients.find(workspaceId, clientId)
  if (!client?.possibleDuplicateOf) return session
  const contact =
    channel === 'email' ? { email: client.email, phone: null } : { email: null, phone: client.phone }
  const isSame = channel === 'email' ? client.email === recipient : samePhone(client.phone, recipient)
  if (!isSame) return session
  const others = (await deps.clients.listByContact(workspaceId, contact, maxNamesakes)).filter(
    ({ id, possibleDuplicateOf }) => id !== clientId && !possibleDuplicateOf,
  )
  const [original] = others
  if (!original || others.length > 1) return session
  const moved = await deps.sessions.update(workspaceId, session.id, {
    clientId: original.id,
    clientName: original.name,
  })
  publishSessionChanged(deps, tx, 'updated', moved)
  const isUnused =
    client.version === 1 &&
    session.invoice === null &&
    (await deps.sessions.countOfClient(workspaceId, clientId)) === 0
  if (isUnused) publishClientRemoved(tx, await deps.clients.remove(workspaceId, clientId, deps.clock.now()))
  return moved
}

/** Messages are sent to the international form of a number, which ends with the digits that the client gave. */
const samePhone = (given: string | null, recipient: string): boolean => {
  const digits = (given ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 6 && recipient.endsWith(digits)
}

/** Sorts clients that are not duplicates first. */
const byOriginality = (clients: readonly StoredClient[]): StoredClient[] =>
  clients.toSorted((a, b) => Number(Boolean(a.possibleDuplicateOf)) - Number(Boolean(b.possibleDuplicateOf)))
