/** The scheduling routes and events that other packages may import. */
export * from './availability/availability.contract.ts'
export * from './calendar-feeds/calendar-feed.contract.ts'
export * from './clients/client.contract.ts'
export * from './fields/session-field.contract.ts'
export * from './fields/staff-field.contract.ts'
export * from './holidays/holiday.contract.ts'
export * from './offered-services/offered-service.contract.ts'
export * from './sessions/session-attachment.contract.ts'
export * from './sessions/session-invoice.contract.ts'
export * from './sessions/session-note.contract.ts'
export * from './sessions/session.contract.ts'
export * from './staff/staff.contract.ts'
export * from './tasks/comment.contract.ts'
export * from './tasks/task.contract.ts'
export { CalendarFeedChanged } from './calendar-feeds/calendar-feed.events.ts'
export { ClientChanged, ClientPublished, ClientRemoved } from './clients/client.events.ts'
export { FieldChanged, FieldRemoved } from './fields/field.events.ts'
export { HolidayChanged, HolidayPublished, HolidayRemoved } from './holidays/holiday.events.ts'
export {
  ServiceChanged,
  ServicePublished,
  ServiceRemoved,
} from './offered-services/offered-service.events.ts'
export { CustomerMessageRequested } from './sessions/session-message.events.ts'
export { SessionChanged, SessionPublished, SessionRemoved } from './sessions/session.events.ts'
export { AuditRecorded, StaffChanged, StaffPublished, StaffRemoved } from './staff/staff.events.ts'
export { TaskCommentAdded } from './tasks/comment.events.ts'
export { TaskChanged, TaskPublished, TaskRemoved } from './tasks/task.events.ts'
