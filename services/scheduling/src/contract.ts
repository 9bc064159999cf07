import { availabilityRoutes } from './availability/availability.contract.ts'
import { calendarFeedRoutes } from './calendar-feeds/calendar-feed.contract.ts'
import { clientRoutes } from './clients/client.contract.ts'
import { sessionFieldRoutes } from './fields/session-field.contract.ts'
import { staffFieldRoutes } from './fields/staff-field.contract.ts'
import { holidayRoutes } from './holidays/holiday.contract.ts'
import { serviceRoutes } from './services/service.contract.ts'
import { sessionAttachmentRoutes } from './sessions/session-attachment.contract.ts'
import { sessionInvoiceRoutes } from './sessions/session-invoice.contract.ts'
import { sessionNoteRoutes } from './sessions/session-note.contract.ts'
import { sessionRoutes } from './sessions/session.contract.ts'
import { staffRoutes } from './staff/staff.contract.ts'
import { commentRoutes } from './tasks/comment.contract.ts'
import { taskRoutes } from './tasks/task.contract.ts'

/** What others may import of scheduling: its routes and its events. */
export * from './availability/availability.contract.ts'
export * from './calendar-feeds/calendar-feed.contract.ts'
export * from './clients/client.contract.ts'
export * from './fields/session-field.contract.ts'
export * from './fields/staff-field.contract.ts'
export * from './holidays/holiday.contract.ts'
export * from './services/service.contract.ts'
export * from './sessions/session-attachment.contract.ts'
export * from './sessions/session-invoice.contract.ts'
export * from './sessions/session-note.contract.ts'
export * from './sessions/session.contract.ts'
export * from './staff/staff.contract.ts'
export * from './tasks/comment.contract.ts'
export * from './tasks/task.contract.ts'
export * from './events.ts'

export const routes = [
  ...serviceRoutes,
  ...clientRoutes,
  ...staffRoutes,
  ...staffFieldRoutes,
  ...sessionFieldRoutes,
  ...sessionRoutes,
  ...sessionNoteRoutes,
  ...sessionAttachmentRoutes,
  ...sessionInvoiceRoutes,
  ...availabilityRoutes,
  ...holidayRoutes,
  ...taskRoutes,
  ...commentRoutes,
  ...calendarFeedRoutes,
]
