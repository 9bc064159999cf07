import { AppError } from '@wp/kernel'
import type { ErrorDetail, Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'
import type { BookingPageFields } from './booking-page.contract.ts'
import type { StoredBookingPage } from './booking-page.store.ts'

/** Creates or replaces the booking page. Throws 422 for services and fields that it cannot offer. */
export const putBookingPage = (
  {
    db,
    bookingPages,
    offeredServices,
    fields,
  }: Pick<SchedulingDeps, 'db' | 'bookingPages' | 'offeredServices' | 'fields'>,
  workspaceId: Id,
  body: BookingPageFields,
): Promise<StoredBookingPage> =>
  db.transaction(async () => {
    const services = await offeredServices.listByIds(workspaceId, body.serviceIds ?? [])
    const bookable = services.filter(({ scope }) => scope === 'sessions')
    const asked = (await fields.listDefinitions(workspaceId, 'sessions')).filter(
      ({ phase }) => (phase ?? 'pre') === 'pre',
    )
    const details = [
      ...unknown(body.serviceIds ?? [], bookable, 'serviceIds', 'must be a service with the scope sessions'),
      ...unknown(body.publicFieldIds, asked, 'publicFieldIds', 'must be a session field of the phase pre'),
    ]
    if (details.length > 0)
      throw new AppError('VALIDATION_FAILED', 'The page refers to records that it cannot offer', { details })
    return bookingPages.put(workspaceId, body)
  })

const unknown = (
  ids: readonly Id[],
  known: readonly { id: Id }[],
  path: string,
  message: string,
): ErrorDetail[] =>
  ids.flatMap((id, at) => (known.some((each) => each.id === id) ? [] : [{ path: `${path}.${at}`, message }]))
