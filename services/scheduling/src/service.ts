import { fileRemovalCollection, openFileStore, openQuotaFiles } from '@wp/files'
import { importCollections, openImports } from '@wp/imports'
import { adminBillingService, identityService, posService, storefrontService } from '@wp/protos'
import { cacheVersionCollection, versionedCache } from '@wp/mongo'
import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { availabilityHandlers } from './availability/availability.handlers.ts'
import { bookingPageHandlers } from './booking-pages/booking-page.handlers.ts'
import { bookingPageCollection, bookingPageStore } from './booking-pages/booking-page.store.ts'
import { bookingSiteHandlers } from './booking-site/booking-site.handlers.ts'
import { calendarCache } from './calendar-feeds/calendar-cache.store.ts'
import { calendarFeedHandlers } from './calendar-feeds/calendar-feed.handlers.ts'
import { calendarFeedCollection, calendarFeedStore } from './calendar-feeds/calendar-feed.store.ts'
import { calendarFeedView } from './calendar-feeds/calendar-feed.view.ts'
import { clientImport } from './clients/client-import.actions.ts'
import { clientImportHandlers } from './clients/client-import.handlers.ts'
import { clientHandlers } from './clients/client.handlers.ts'
import { clientCollection, clientStore, foldClientSearch } from './clients/client.store.ts'
import { schedulingConfig } from './config.ts'
import { onInvoiceChanged } from './consumers/on-invoice-changed.ts'
import { onNameChanged } from './consumers/on-name-changed.ts'
import { onWorkspaceChanged } from './consumers/on-workspace-changed.ts'
import * as contract from './contract.ts'
import type { SchedulingDeps } from './deps.ts'
import { fieldHandlers } from './fields/field.handlers.ts'
import { fieldCollection, fieldStore } from './fields/field.store.ts'
import { holidayHandlers } from './holidays/holiday.handlers.ts'
import { holidayCollection, holidayStore } from './holidays/holiday.store.ts'
import { importJobs } from './imports/import-job.actions.ts'
import { completeStaffStepsJob } from './jobs/complete-staff-steps.ts'
import { removeFilesJob } from './jobs/remove-files.ts'
import { repeatSessionRenamesJob } from './jobs/repeat-session-renames.ts'
import { runImportsJob } from './jobs/run-imports.ts'
import { sendRemindersJob } from './jobs/send-reminders.ts'
import { schedulingRpc } from './rpc/scheduling.rpc.ts'
import { serviceImport } from './offered-services/offered-service-import.actions.ts'
import { offeredServiceImportHandlers } from './offered-services/offered-service-import.handlers.ts'
import { bookingContactCollection, bookingContactStore } from './online-bookings/booking-contact.store.ts'
import { onlineBookingHandlers } from './online-bookings/online-booking.handlers.ts'
import { offeredServiceHandlers } from './offered-services/offered-service.handlers.ts'
import { offeredServiceCollection, offeredServiceStore } from './offered-services/offered-service.store.ts'
import { sessionAttachmentHandlers } from './sessions/session-attachment.handlers.ts'
import { sessionInvoiceHandlers } from './sessions/session-invoice.handlers.ts'
import { sessionNoteHandlers } from './sessions/session-note.handlers.ts'
import { sessionReminderCollection, sessionReminderStore } from './sessions/session-reminder.store.ts'
import { sessionRenameCollection, sessionRenameStore } from './sessions/session-rename.store.ts'
import { sessionHandlers } from './sessions/session.handlers.ts'
import { sessionCollection, sessionStore, staffDayCollection } from './sessions/session.store.ts'
import { sessionView } from './sessions/session.view.ts'
import { staffHandlers } from './staff/staff.handlers.ts'
import { staffCollection, staffStore } from './staff/staff.store.ts'
import { commentHandlers } from './tasks/comment.handlers.ts'
import { commentCollection, commentStore } from './tasks/comment.store.ts'
import { taskHandlers } from './tasks/task.handlers.ts'
import { addTaskSearch, taskCollection, taskStore } from './tasks/task.store.ts'

export const schedulingCollections = [
  workspaceCopiesCollection,
  offeredServiceCollection,
  clientCollection,
  staffCollection,
  fieldCollection,
  sessionCollection,
  staffDayCollection,
  sessionReminderCollection,
  sessionRenameCollection,
  fileRemovalCollection,
  holidayCollection,
  taskCollection,
  commentCollection,
  calendarFeedCollection,
  bookingPageCollection,
  bookingContactCollection,
  cacheVersionCollection,
  ...importCollections,
]

export const scheduling = defineService('scheduling', {
  declaration,
  contract,
  config: schedulingConfig,
  database: { collections: schedulingCollections, migrations: [foldClientSearch, addTaskSearch] },
  open: (context) => {
    const { config, db, clock, logger, rpc } = context
    const workspaces = openWorkspaceCopies(context)
    const billing = rpc(adminBillingService)
    const cache = versionedCache(db)
    const [clients, offeredServices] = [clientStore(db), offeredServiceStore(db, cache)]
    const deps: SchedulingDeps = {
      db,
      clock,
      logger,
      workspaces,
      cache,
      attachments: openQuotaFiles({
        ...context,
        files: openFileStore(config, 'scheduling', 'attachments'),
        billing,
        service: 'scheduling',
        kind: 'attachments',
      }),
      messageLinks: rpc(identityService),
      accounts: rpc(identityService),
      billing,
      invoicing: rpc(posService),
      offeredServices,
      clients,
      imports: openImports({
        ...context,
        workspaces,
        jobs: importJobs(rpc(storefrontService)),
        targets: [clientImport({ clients, clock }), serviceImport({ offeredServices })],
        toReportUrl: (workspaceId, resource, importId) =>
          `${config.publicUrl}/v1/workspace/${workspaceId}/${resource}/import/${importId}/report`,
      }),
      staff: staffStore(db, cache),
      fields: fieldStore(db, cache),
      sessions: sessionStore(db),
      sessionReminders: sessionReminderStore(db),
      sessionRenames: sessionRenameStore(db),
      holidays: holidayStore(db, cache),
      tasks: taskStore(db),
      comments: commentStore(db),
      bookingPages: bookingPageStore(db, cache),
      bookingContacts: bookingContactStore(db),
      calendarFeeds: calendarFeedStore(db),
      calendars: calendarCache(),
      sessionView: sessionView(config.publicUrl),
      toCalendarUrl: calendarFeedView(config.publicUrl),
      toBookingUrl: ({ workspaceId, id }) => `${config.publicUrl}/book/@${workspaceId}/bookings/${id}`,
    }
    return {
      workspaces,
      routes: [
        offeredServiceHandlers(deps),
        offeredServiceImportHandlers(deps),
        clientHandlers(deps),
        clientImportHandlers(deps),
        staffHandlers(deps),
        fieldHandlers(deps),
        sessionHandlers(deps),
        sessionNoteHandlers(deps),
        sessionAttachmentHandlers(deps),
        sessionInvoiceHandlers(deps),
        availabilityHandlers(deps),
        holidayHandlers(deps),
        taskHandlers(deps),
        commentHandlers(deps),
        calendarFeedHandlers(deps),
        bookingPageHandlers(deps),
        onlineBookingHandlers(deps),
        bookingSiteHandlers(deps),
      ],
      rpc: schedulingRpc(deps),
      consumers: [
        ...workspaces.consumers,
        onNameChanged(deps),
        onInvoiceChanged(deps),
        onWorkspaceChanged(deps),
      ],
      jobs: [
        completeStaffStepsJob(deps),
        removeFilesJob(deps),
        repeatSessionRenamesJob(deps),
        runImportsJob(deps),
        sendRemindersJob(deps),
      ],
    }
  },
})

export { scheduling as service }
