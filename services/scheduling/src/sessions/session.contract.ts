import {
  DateOrTimestamp,
  DateOrUtcTimestamp,
  IdString,
  malformed,
  nonBlank,
  pageQuery,
  Pagination,
  TimeOfDay,
  Timestamp,
} from '@wp/kernel'
import { defineRoute, resource, withDateRange, workspace } from '@wp/http'
import { z } from 'zod'
import { schedulingErrors } from '../errors.ts'
import { FieldFilter, Phase, SessionField, SessionFieldValue } from '../fields/field.contract.ts'

export const SessionStatus = z.enum(['scheduled', 'in-progress', 'completed', 'cancelled'])
export type SessionStatus = z.output<typeof SessionStatus>

/** `online`: booked by a customer on the booking page; `staff`: booked by a member of the workspace. */
export const SessionSource = z.enum(['online', 'staff'])

export const Note = z
  .object({
    id: IdString,
    body: z.string(),
    authorId: IdString,
    authorName: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'SessionNote' })

export const Attachment = z
  .object({
    id: IdString,
    name: z.string(),
    url: z.string().describe('Downloading requires an access token for the workspace'),
    contentType: z.string(),
    sizeBytes: z.int(),
    createdAt: Timestamp,
  })
  .meta({ id: 'SessionAttachment' })

export const SessionInvoice = z
  .object({ id: IdString, number: z.int().nullable(), status: z.string(), total: z.number() })
  .meta({ id: 'SessionInvoice' })

export const Session = resource('Session', {
  workspaceId: IdString,
  clientId: IdString,
  clientName: z.string(),
  serviceIds: z.array(IdString),
  serviceNames: z.array(z.string()),
  staffId: IdString.nullable(),
  staffName: z.string().nullable(),
  name: z.string(),
  date: Timestamp.describe("The session's day at 00:00:00.000Z"),
  startTime: TimeOfDay.describe("Local time in the workspace's time zone"),
  endTime: TimeOfDay.describe('On the next day unless it is later than startTime'),
  durationMinutes: z.int(),
  status: SessionStatus,
  source: SessionSource.describe('online: booked by a customer; staff: booked by a member of the workspace'),
  questionCategory: z.string().nullable(),
  invoice: SessionInvoice.nullable(),
  fieldValues: z.array(z.object({ fieldKey: z.string(), value: z.unknown(), phase: Phase })),
  attachments: z.array(Attachment),
  notes: z.array(Note),
})
export type Session = z.output<typeof Session>

const ServiceIds = malformed(z.array(IdString).min(1, { error: 'must contain at least one service' }).max(50))
const DurationMinutes = z.int().min(1).max(1440).nullable()

const fields = {
  name: nonBlank(200),
  clientId: IdString,
  serviceIds: ServiceIds,
  staffId: IdString.nullable(),
  date: DateOrUtcTimestamp.describe('A date, or a timestamp that is converted to its UTC date'),
  startTime: TimeOfDay,
  durationMinutes: DurationMinutes.describe("Defaults to the services' total duration, or 60 when that is 0"),
  questionCategory: nonBlank(100).nullable(),
  fieldValues: z.array(SessionFieldValue).max(200),
}

export const NewSession = z.object({
  ...fields,
  staffId: fields.staffId.default(null),
  durationMinutes: fields.durationMinutes.default(null),
  status: SessionStatus.default('scheduled'),
  questionCategory: fields.questionCategory.default(null),
  fieldValues: fields.fieldValues.default([]),
})
export type NewSession = z.output<typeof NewSession>

export const SessionChanges = z.object(fields).partial()
export type SessionChanges = z.output<typeof SessionChanges>

export const SessionFilter = withDateRange(
  pageQuery.extend({
    from: DateOrTimestamp.optional().describe('First day of the range, inclusive'),
    to: DateOrTimestamp.optional().describe('Last day of the range, inclusive'),
    staffId: IdString.optional(),
    clientId: IdString.optional(),
    status: SessionStatus.optional(),
    field: FieldFilter,
    sort: z
      .enum(['newest', 'date'])
      .default('newest')
      .describe(
        'newest: by creation time, newest first, or with `from` or `to` by date and time, latest first; date: by date and time, earliest first',
      ),
  }),
)
export type SessionFilter = z.output<typeof SessionFilter>

export const BookingWarning = z.enum(['OUTSIDE_WORKING_HOURS', 'IN_THE_PAST', 'HOLIDAY'])
export type BookingWarning = z.output<typeof BookingWarning>

const OneSession = z.object({ session: Session })
const Booked = OneSession.extend({
  conflicts: z.array(IdString).optional().describe("Ids of the same staff member's overlapping sessions"),
  warnings: z.array(BookingWarning).optional(),
})
const path = '/workspace/:workspaceId/sessions'
const one = `${path}/:sessionId` as const
const tag = 'Sessions'

export const listSessions = defineRoute({
  id: 'listSessions',
  method: 'GET',
  path,
  summary: 'List sessions',
  description: 'Can be filtered by date range, staff, client, status and filterable fields.',
  tag,
  access: workspace('sessions.view'),
  query: SessionFilter,
  replies: { 200: z.object({ sessions: z.array(Session), pagination: Pagination }) },
  fails: [400, 401, 403, 404, 422],
})

export const createSession = defineRoute({
  id: 'createSession',
  method: 'POST',
  path,
  summary: 'Book a session',
  description:
    'Overlapping bookings are accepted and listed in `conflicts`; bookings outside working hours, in the past or on a holiday are accepted with a warning in `warnings`. If the workspace has preventOverlap, enforceWorkingHours or blockHolidays enabled, they are rejected with 422 instead (bookings in the past are not).',
  tag,
  access: workspace('sessions.create'),
  body: NewSession,
  replies: { 201: Booked },
  fails: [400, 401, 403, 404, 409, 422],
  errors: [schedulingErrors.OUTSIDE_WORKING_HOURS, schedulingErrors.SESSION_CONFLICT],
})

export const getSession = defineRoute({
  id: 'getSession',
  method: 'GET',
  path: one,
  summary: 'Get a session',
  tag,
  access: workspace('sessions.view'),
  replies: { 200: OneSession },
  fails: [400, 401, 403, 404],
})

export const updateSession = defineRoute({
  id: 'updateSession',
  method: 'PATCH',
  path: one,
  summary: 'Update or reschedule a session',
  description: 'Field values are merged by key; null removes an answer.',
  tag,
  access: workspace('sessions.update'),
  body: SessionChanges,
  replies: { 200: Booked },
  fails: [400, 401, 403, 404, 422],
  errors: [schedulingErrors.OUTSIDE_WORKING_HOURS, schedulingErrors.SESSION_CONFLICT],
})

export const setSessionStatus = defineRoute({
  id: 'setSessionStatus',
  method: 'POST',
  path: `${one}/status`,
  summary: "Change a session's status",
  description:
    'Scheduled sessions can be started, sessions in progress can be completed, and both can be cancelled.',
  tag,
  access: workspace('sessions.update'),
  body: z.object({ status: SessionStatus }),
  replies: { 200: OneSession },
  fails: [400, 401, 403, 404, 422],
})

export const deleteSession = defineRoute({
  id: 'deleteSession',
  method: 'DELETE',
  path: one,
  summary: 'Delete a session',
  description: 'Also deletes its notes and attachments.',
  tag,
  access: workspace('sessions.delete'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const listSessionQuestions = defineRoute({
  id: 'listSessionQuestions',
  method: 'GET',
  path: `${one}/questions`,
  summary: "List a session's custom fields",
  description: "Returns all custom session fields, or those of the session's questionCategory if it has one.",
  tag,
  access: workspace('sessions.view'),
  replies: { 200: z.object({ fields: z.array(SessionField) }) },
  fails: [400, 401, 403, 404],
})
