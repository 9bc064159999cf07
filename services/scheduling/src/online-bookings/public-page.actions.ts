import { isServedOn } from '@wp/http'
import { isId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { toPublicBusiness } from '@wp/workspaces'
import type { IncomingHttpHeaders } from 'node:http'
import type { StoredBookingPage } from '../booking-pages/booking-page.store.ts'
import type { SchedulingDeps } from '../deps.ts'
import type { StoredOfferedService } from '../offered-services/offered-service.store.ts'
import { performs } from '../availability/availability.rules.ts'
import { durationFor } from '../sessions/session.rules.ts'
import type { PublicBookingPage } from './online-booking.contract.ts'
import { publicFieldsOf } from './online-booking.rules.ts'
import type { OpenPage } from './online-booking.view.ts'
import { maxOnlineStaff } from './online-slot.actions.ts'

export const maxOnlineServices = 200

export type PageDeps = Pick<
  SchedulingDeps,
  'bookingPages' | 'workspaces' | 'offeredServices' | 'staff' | 'fields'
>

/**
 * Returns a page by its slug, or by `@` and the id of its workspace, which emails and custom domains use; null when it
 * does not exist. On a custom domain, only the page of the domain's workspace exists.
 */
export const findPage = async (
  { bookingPages, workspaces }: PageDeps,
  slug: string,
  headers: IncomingHttpHeaders,
): Promise<OpenPage | null> => {
  const page = slug.startsWith('@')
    ? await findOfWorkspace(bookingPages, slug.slice(1))
    : await bookingPages.findBySlug(slug)
  if (!page || !isServedOn(headers, page.workspaceId)) return null
  const workspace = await workspaces.find(page.workspaceId)
  return workspace && { page, workspace }
}

const findOfWorkspace = async (bookingPages: PageDeps['bookingPages'], workspaceId: string) =>
  isId(workspaceId) ? bookingPages.find(workspaceId) : null

/** Returns the page if it is enabled. Throws NOT_FOUND otherwise. */
export const getEnabledPage = async (
  deps: PageDeps,
  slug: string,
  headers: IncomingHttpHeaders,
): Promise<OpenPage> => {
  const found = await findPage(deps, slug, headers)
  if (!found?.page.isEnabled) throw notFound('Booking page')
  return found
}

/** Returns the service if customers can book it. Throws NOT_FOUND otherwise. */
export const getOfferedService = async (
  { offeredServices }: Pick<PageDeps, 'offeredServices'>,
  { workspaceId, serviceIds }: StoredBookingPage,
  serviceId: Id,
): Promise<StoredOfferedService> => {
  const [service] =
    serviceIds === null || serviceIds.includes(serviceId)
      ? await offeredServices.listOffered(workspaceId, [serviceId], 1)
      : []
  if (!service) throw notFound('Service')
  return service
}

/** Returns the public view of the page. */
export const showPage = async (
  { offeredServices, staff, fields }: PageDeps,
  { page, workspace }: OpenPage,
): Promise<PublicBookingPage> => {
  const { allowStaffChoice } = page
  const [services, members, definitions] = await Promise.all([
    offeredServices.listOffered(workspace.id, page.serviceIds, maxOnlineServices),
    allowStaffChoice ? staff.listBookable(workspace.id, maxOnlineStaff) : [],
    fields.list(workspace.id, 'sessions'),
  ])
  return {
    business: toPublicBusiness(workspace),
    services: services.map((service) => ({
      id: service.id,
      name: service.name,
      durationMinutes: durationFor(null, [service]),
      price: service.price,
      currencyCode: workspace.settings.currencyCode,
    })),
    staff: members
      .filter((member) => services.some(({ id }) => performs(member, id)))
      .map(({ id, name, serviceIds }) => ({ id, name, serviceIds: serviceIds ?? null })),
    fields: publicFieldsOf(page, definitions).map(
      ({ id, key, label, description, type, isRequired, options }) => ({
        id,
        key,
        label,
        description,
        type,
        isRequired,
        options,
      }),
    ),
    settings: {
      slug: page.slug,
      timeZone: workspace.settings.timeZone,
      languages: [...workspace.languages],
      allowStaffChoice,
      leadMinutes: page.leadMinutes,
      horizonDays: page.horizonDays,
      slotStepMinutes: page.slotStepMinutes,
      changeUntilMinutes: page.changeUntilMinutes,
      maxOpenPerCustomer: page.maxOpenPerCustomer,
    },
  }
}
