import { auditEventOf, defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import { z } from 'zod'
import { Client } from './clients/client.contract.ts'
import { SessionField } from './fields/field.contract.ts'
import { Holiday } from './holidays/holiday.contract.ts'
import { Service } from './services/service.contract.ts'
import { SessionState } from './sessions/session.contract.ts'
import { Staff } from './staff/staff.contract.ts'
import { Comment } from './tasks/comment.contract.ts'
import { Task } from './tasks/task.contract.ts'

const Subject = z.enum(['staff', 'sessions'])

export const ClientChanged = defineEvent({
  type: 'wp.scheduling.client.changed.v1',
  summary: 'A client was added or changed',
  data: z.object({ client: Client }),
})

export const ClientRemoved = defineEvent({
  type: 'wp.scheduling.client.removed.v1',
  summary: 'A client was removed',
  data: z.object({ clientId: IdString }),
})

export const ServiceChanged = defineEvent({
  type: 'wp.scheduling.service.changed.v1',
  summary: 'A service was added or changed',
  data: z.object({ service: Service }),
})

export const ServiceRemoved = defineEvent({
  type: 'wp.scheduling.service.removed.v1',
  summary: 'A service was removed',
  data: z.object({ serviceId: IdString }),
})

export const StaffChanged = defineEvent({
  type: 'wp.scheduling.staff.changed.v1',
  summary: 'A staff member has joined or changed; answers to fields are asked for',
  data: z.object({ staff: Staff.omit({ fieldValues: true }) }),
})

export const StaffRemoved = defineEvent({
  type: 'wp.scheduling.staff.removed.v1',
  summary: 'A staff member has left',
  data: z.object({ staffId: IdString }),
})

export const FieldChanged = defineEvent({
  type: 'wp.scheduling.field.changed.v1',
  summary: 'A custom field of staff or sessions was defined, changed or moved; metadata is asked for',
  data: z.object({ field: SessionField.omit({ metadata: true }).extend({ subject: Subject }) }),
})

export const FieldRemoved = defineEvent({
  type: 'wp.scheduling.field.removed.v1',
  summary: 'A custom field was removed',
  data: z.object({ fieldId: IdString, subject: Subject, key: z.string() }),
})

export const SessionChanged = defineEvent({
  type: 'wp.scheduling.session.changed.v1',
  summary: 'A session was booked or changed, or its notes, attachments or invoice were',
  data: z.object({ session: SessionState }),
})

export const SessionRemoved = defineEvent({
  type: 'wp.scheduling.session.removed.v1',
  summary: 'A session was deleted',
  data: z.object({ sessionId: IdString }),
})

export const HolidayChanged = defineEvent({
  type: 'wp.scheduling.holiday.changed.v1',
  summary: 'A holiday was added or changed',
  data: z.object({ holiday: Holiday }),
})

export const HolidayRemoved = defineEvent({
  type: 'wp.scheduling.holiday.removed.v1',
  summary: 'A holiday was removed',
  data: z.object({ holidayId: IdString }),
})

export const TaskChanged = defineEvent({
  type: 'wp.scheduling.task.changed.v1',
  summary: 'A task was added or changed',
  data: z.object({ task: Task }),
})

export const TaskRemoved = defineEvent({
  type: 'wp.scheduling.task.removed.v1',
  summary: 'A task and its comments were removed',
  data: z.object({ taskId: IdString }),
})

export const TaskCommentAdded = defineEvent({
  type: 'wp.scheduling.comment.added.v1',
  summary: 'Somebody commented on a task',
  data: z.object({ taskId: IdString, comment: Comment }),
})

export const CalendarFeedChanged = defineEvent({
  type: 'wp.scheduling.calendar-feed.changed.v1',
  summary: 'A staff member has a new address of their calendar, or none any more',
  data: z.object({ staffId: IdString, isOpen: z.boolean() }),
})

export const AuditRecorded = auditEventOf('scheduling')

export const events = [
  ClientChanged,
  ClientRemoved,
  ServiceChanged,
  ServiceRemoved,
  StaffChanged,
  StaffRemoved,
  FieldChanged,
  FieldRemoved,
  SessionChanged,
  SessionRemoved,
  HolidayChanged,
  HolidayRemoved,
  TaskChanged,
  TaskRemoved,
  TaskCommentAdded,
  CalendarFeedChanged,
  AuditRecorded,
]
