import type { QuotaFiles } from '@wp/files'
import { handleWith } from '@wp/http'
import type { WorkspaceDirectory } from '@wp/http'
import type { Imports } from '@wp/imports'
import type { Clock } from '@wp/kernel'
import type { Database, VersionedCache } from '@wp/mongo'
import type { adminBillingService, identityService, posService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Job } from '@wp/storefront/contract'
import type { Logger } from '@wp/telemetry'
import type { WorkspaceWith } from '@wp/workspaces'
import type { bookingPageStore } from './booking-pages/booking-page.store.ts'
import type { calendarCache } from './calendar-feeds/calendar-cache.store.ts'
import type { calendarFeedStore } from './calendar-feeds/calendar-feed.store.ts'
import type { calendarFeedView } from './calendar-feeds/calendar-feed.view.ts'
import type { clientStore } from './clients/client.store.ts'
import type { fieldStore } from './fields/field.store.ts'
import type { holidayStore } from './holidays/holiday.store.ts'
import type { bookingContactStore } from './online-bookings/booking-contact.store.ts'
import type { offeredServiceStore } from './offered-services/offered-service.store.ts'
import type { sessionReminderStore } from './sessions/session-reminder.store.ts'
import type { sessionRenameStore } from './sessions/session-rename.store.ts'
import type { sessionStore } from './sessions/session.store.ts'
import type { sessionView } from './sessions/session.view.ts'
import type { staffStore } from './staff/staff.store.ts'
import type { commentStore } from './tasks/comment.store.ts'
import type { taskStore } from './tasks/task.store.ts'

/** The workspace fields that this service's handlers use. */
export type SchedulingWorkspace = WorkspaceWith<
  'version' | 'name' | 'email' | 'settings' | 'workingHours' | 'taxRates' | 'business' | 'languages'
>
export const handle = handleWith<SchedulingWorkspace>()

/** Dependencies of handlers, actions, consumers and jobs; each picks those it needs. */
export type SchedulingDeps = {
  db: Database
  clock: Clock
  logger: Logger
  workspaces: WorkspaceDirectory<SchedulingWorkspace>
  attachments: QuotaFiles
  /** Caches the services, staff, fields and holidays that bookings read. */
  cache: VersionedCache

  /** Finds the record of a link in a message to a customer. */
  messageLinks: Pick<RpcClient<typeof identityService.definition>, 'getMessageLink'>
  accounts: Pick<RpcClient<typeof identityService.definition>, 'upsertStaffAccount' | 'removeStaffAccount'>
  billing: Pick<
    RpcClient<typeof adminBillingService.definition>,
    'reserveQuota' | 'commitQuota' | 'releaseQuota'
  >
  invoicing: Pick<RpcClient<typeof posService.definition>, 'createDraftInvoice'>

  offeredServices: ReturnType<typeof offeredServiceStore>
  clients: ReturnType<typeof clientStore>
  imports: Imports<Job>
  staff: ReturnType<typeof staffStore>
  fields: ReturnType<typeof fieldStore>
  sessions: ReturnType<typeof sessionStore>
  sessionReminders: ReturnType<typeof sessionReminderStore>
  sessionRenames: ReturnType<typeof sessionRenameStore>
  holidays: ReturnType<typeof holidayStore>
  tasks: ReturnType<typeof taskStore>
  comments: ReturnType<typeof commentStore>
  bookingPages: ReturnType<typeof bookingPageStore>
  bookingContacts: ReturnType<typeof bookingContactStore>
  calendarFeeds: ReturnType<typeof calendarFeedStore>
  calendars: ReturnType<typeof calendarCache>

  /** Views that contain platform URLs. */
  sessionView: ReturnType<typeof sessionView>
  toCalendarUrl: ReturnType<typeof calendarFeedView>
  /** Returns the page of a booking that was made online, without a token. */
  toBookingUrl: (session: { workspaceId: string; id: string }) => string
}
