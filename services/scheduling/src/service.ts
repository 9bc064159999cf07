import { join } from 'node:path'
import { localFiles } from '@wp/files'
import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { adminBillingService, identityService, posService } from '@wp/protos'
import { defineService } from '@wp/runtime'
import type { Logger } from '@wp/telemetry'
import { workspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import { availabilityHandlers } from './availability/availability.handlers.ts'
import { calendarFeedHandlers } from './calendar-feeds/calendar-feed.handlers.ts'
import { calendarFeedCollection, calendarFeedStore } from './calendar-feeds/calendar-feed.store.ts'
import { clientHandlers } from './clients/client.handlers.ts'
import { clientCollection, clientStore } from './clients/client.store.ts'
import { schedulingConfig } from './config.ts'
import { onInvoiceChanged } from './consumers/on-invoice-changed.ts'
import { onNameChanged } from './consumers/on-name-changed.ts'
import { fieldHandlers } from './fields/field.handlers.ts'
import { fieldCollection, fieldStore } from './fields/field.store.ts'
import { holidayHandlers } from './holidays/holiday.handlers.ts'
import { holidayCollection, holidayStore } from './holidays/holiday.store.ts'
import type { Accounts, Billing, Invoicing } from './peers.ts'
import { schedulingRpc } from './rpc/scheduling.rpc.ts'
import { serviceHandlers } from './services/service.handlers.ts'
import { serviceCollection, serviceStore } from './services/service.store.ts'
import { attachmentFiles, fileRemovalCollection } from './sessions/attachment-files.ts'
import type { AttachmentFiles } from './sessions/attachment-files.ts'
import { sessionAttachmentHandlers } from './sessions/session-attachment.handlers.ts'
import { sessionInvoiceHandlers } from './sessions/session-invoice.handlers.ts'
import { sessionNoteHandlers } from './sessions/session-note.handlers.ts'
import { sessionHandlers } from './sessions/session.handlers.ts'
import { sessionCollection, sessionStore, staffDayCollection } from './sessions/session.store.ts'
import { staffAccounts } from './staff/staff-accounts.ts'
import { staffHandlers } from './staff/staff.handlers.ts'
import { staffCollection, staffStore } from './staff/staff.store.ts'
import { commentHandlers } from './tasks/comment.handlers.ts'
import { commentCollection, commentStore } from './tasks/comment.store.ts'
import { taskHandlers } from './tasks/task.handlers.ts'
import { taskCollection, taskStore } from './tasks/task.store.ts'

/** What handlers are given. */
export type Scheduling = Stores & {
  db: Database
  clock: Clock
  logger: Logger
  /** Where callers reach the platform; addresses in replies begin with it. */
  publicUrl: string
  workspaces: WorkspaceDirectory
  accounts: Accounts
  billing: Billing
  invoicing: Invoicing
  fileRoom: AttachmentFiles
}

type Stores = ReturnType<typeof storesOf>

export const schedulingCollections = [
  workspaceCopiesCollection,
  serviceCollection,
  clientCollection,
  staffCollection,
  fieldCollection,
  sessionCollection,
  staffDayCollection,
  fileRemovalCollection,
  holidayCollection,
  taskCollection,
  commentCollection,
  calendarFeedCollection,
]

const storesOf = (db: Database) => ({
  services: serviceStore(db),
  clients: clientStore(db),
  staff: staffStore(db),
  fields: fieldStore(db),
  sessions: sessionStore(db),
  holidays: holidayStore(db),
  tasks: taskStore(db),
  comments: commentStore(db),
  calendarFeeds: calendarFeedStore(db),
})

export const scheduling = defineService('scheduling', {
  config: schedulingConfig,
  database: { collections: schedulingCollections },
  open: ({ config, db, clock, logger, rpc }) => {
    const identity = rpc(identityService)
    const billing = rpc(adminBillingService)
    const workspaces = workspaceCopies({ db, identity, billing, clock, logger })
    const files = localFiles(join(config.dataDir, 'attachments'))
    const parts: Scheduling = {
      ...storesOf(db),
      db,
      clock,
      logger,
      publicUrl: config.publicUrl,
      workspaces,
      accounts: identity,
      billing,
      invoicing: rpc(posService),
      fileRoom: attachmentFiles({ db, files, billing, clock, logger }),
    }
    return {
      workspaces,
      routes: [
        serviceHandlers(parts),
        clientHandlers(parts),
        staffHandlers(parts),
        fieldHandlers(parts),
        sessionHandlers(parts),
        sessionNoteHandlers(parts),
        sessionAttachmentHandlers(parts),
        sessionInvoiceHandlers(parts),
        availabilityHandlers(parts),
        holidayHandlers(parts),
        taskHandlers(parts),
        commentHandlers(parts),
        calendarFeedHandlers(parts),
      ],
      rpc: schedulingRpc(parts),
      consumers: [...workspaces.consumers, onNameChanged(parts), onInvoiceChanged(parts)],
      jobs: [
        { name: 'complete-staff-steps', everyMs: 5_000, run: () => staffAccounts(parts).completeOverdue() },
        { name: 'clear-overdue-files', everyMs: 30_000, run: () => parts.fileRoom.clearOverdue() },
      ],
    }
  },
})

export { scheduling as service }
