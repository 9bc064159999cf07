import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc, VersionedCache } from '@wp/mongo'
import type { BookingPage, BookingPageFields } from './booking-page.contract.ts'

type BookingPageRecord = Omit<BookingPage, 'id' | 'createdAt' | 'updatedAt'>
export type StoredBookingPage = PlatformDoc<BookingPageRecord>

export const bookingPageCollection = collection<BookingPageRecord>(
  'booking_pages',
  'Booking page',
  {
    slug: String,
    isEnabled: Boolean,
    serviceIds: Object, // not declared as an array, whose default would be empty instead of null
    allowStaffChoice: Boolean,
    leadMinutes: Number,
    horizonDays: Number,
    slotStepMinutes: Number,
    changeUntilMinutes: Number,
    maxOpenPerCustomer: Number,
    allowedOrigins: [String],
    publicFieldIds: [String],
  },
  [
    { keys: { workspaceId: 1 }, unique: true }, // one per workspace
    { keys: { slug: 1 }, unique: true }, // slugs are unique across the platform
  ],
  {
    unsharded:
      'Finds the workspace of a page, whose slug is unique on the whole platform; one small record per workspace.',
    onePer: 'workspace',
  },
)

/** Bookings cache whether customers can book online, so every change invalidates the cache. */
export const bookingPageStore = (db: Database, cache: VersionedCache) => {
  const pages = db.tenant(bookingPageCollection)
  // Public URLs contain the slug, not the workspace id.
  const allPages = db.global(bookingPageCollection)
  return {
    find: (workspaceId: Id) => pages(workspaceId).findOne({}),
    get: (workspaceId: Id) => pages(workspaceId).get({}),
    findBySlug: (slug: string) => allPages().findOne({ slug }),
    isEnabled: async (workspaceId: Id): Promise<boolean> =>
      (await pages(workspaceId).findOne({}, { select: ['isEnabled'] }))?.isEnabled ?? false,
    put: async (workspaceId: Id, page: BookingPageFields) => {
      await cache.invalidate(workspaceId)
      return pages(workspaceId).upsert({}, page)
    },
  }
}
