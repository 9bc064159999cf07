import type { CalendarDate, Id, PageQuery } from '@wp/kernel'
import { collection, oncePerTransaction, trusted } from '@wp/mongo'
import type { Collection, Database, TenantDoc } from '@wp/mongo'
import { answerKeyStore } from '../fields/answer-key.store.ts'
import type { SessionStatus } from './session.contract.ts'
import { dayInterval, earliestOverlap, liveStatuses } from './session.rules.ts'
import type { Interval } from './session.rules.ts'

export type StoredNote = { id: Id; body: string; authorId: Id; authorName: string; createdAt: Date }
export type StoredAttachment = {
  id: Id
  name: string
  contentType: string
  sizeBytes: number
  createdAt: Date
}
export type StoredInvoice = { id: Id; version: number; number: number | null; status: string; total: number }

export type SessionRecord = Interval & {
  name: string
  clientId: Id
  clientName: string
  services: { serviceId: Id; name: string }[]
  staffId: Id | null
  staffName: string | null
  date: CalendarDate
  durationMinutes: number
  status: SessionStatus
  questionCategory: string | null
  /** The answers as JSON text. */
  fieldValues: string
  valueKeys: string[]
  uniqueKeys: string[]
  notes: StoredNote[]
  attachments: StoredAttachment[]
  invoice: StoredInvoice | null
  /** Missing, like the next two fields, in sessions booked by members and in older ones. */
  source?: 'online'
  /** The hash of the token that lets the customer read and change the booking. */
  tokenHash?: string
  /** The email address and phone number that the customer gave. They limit open bookings per customer. */
  contactKeys?: string[]
}
export type StoredSession = TenantDoc<SessionRecord>

export const sessionCollection = collection<SessionRecord>(
  'sessions',
  'Session',
  {
    name: String,
    clientId: String,
    clientName: String,
    services: [{ serviceId: String, name: String }],
    staffId: String,
    staffName: String,
    date: String,
    startMinute: Number,
    endMinute: Number,
    durationMinutes: Number,
    status: String,
    questionCategory: String,
    fieldValues: String,
    valueKeys: [String],
    uniqueKeys: [String],
    notes: [{ id: String, body: String, authorId: String, authorName: String, createdAt: Date }],
    attachments: [{ id: String, name: String, contentType: String, sizeBytes: Number, createdAt: Date }],
    invoice: { id: String, version: Number, number: Number, status: String, total: Number },
    source: String,
    tokenHash: String,
    contactKeys: { type: [String], default: undefined },
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, staffId: 1, createdAt: -1, _id: -1 } }, // list by staff
    { keys: { workspaceId: 1, startMinute: 1, _id: 1 } }, // list by date
    { keys: { workspaceId: 1, status: 1, startMinute: 1, _id: 1 } }, // list by status and date
    { keys: { workspaceId: 1, staffId: 1, startMinute: 1, _id: 1 } }, // list by staff and date, overlaps, calendar
    { keys: { workspaceId: 1, clientId: 1, startMinute: 1, _id: 1 } }, // list by client and date
    { keys: { workspaceId: 1, staffId: 1, updatedAt: -1 } }, // calendar feed version
    { keys: { workspaceId: 1, clientId: 1, createdAt: -1, _id: -1 } }, // list by client, client renames
    { keys: { workspaceId: 1, 'services.serviceId': 1 } }, // service renames
    { keys: { workspaceId: 1, valueKeys: 1 } }, // filters by fields
    { keys: { workspaceId: 1, uniqueKeys: 1 }, unique: true },
    { keys: { workspaceId: 1, tokenHash: 1 }, unique: true, partial: { source: 'online' } }, // a form submitted twice
    { keys: { workspaceId: 1, contactKeys: 1, startMinute: 1 }, partial: { source: 'online' } }, // open bookings
  ],
  { onePer: 'session' },
)

/**
 * One document per staff member and day. Bookings that could overlap update the same document, so the database
 * serializes them.
 */
type StaffDay = { staffId: Id; date: CalendarDate; bookings: number }

export const staffDayCollection = collection<StaffDay>(
  'staff_days',
  'Staff day',
  { staffId: String, date: String, bookings: Number },
  [{ keys: { workspaceId: 1, staffId: 1, date: 1 }, unique: true }],
  { onePer: 'staff member and booked day' },
)

export type SessionQuery = PageQuery & {
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
  staffId?: Id | undefined
  clientId?: Id | undefined
  status?: SessionStatus | undefined
  valueKeys: string[]
  sort: 'newest' | 'date'
}

const notCancelled = trusted({ $in: ['scheduled', 'in-progress', 'completed'] })
const live = trusted({ $in: liveStatuses })

/** The staff id under which days of sessions without a staff member are claimed. */
const noStaff = 'none'

const overlapping = (staffId: Id, interval: Interval) => ({
  staffId,
  startMinute: trusted({ $gt: earliestOverlap(interval), $lt: interval.endMinute }),
  endMinute: trusted({ $gt: interval.startMinute }),
  status: notCancelled,
})

/** Returns the condition on the start of sessions on these days. */
const between = (from: CalendarDate | undefined, to: CalendarDate | undefined) =>
  trusted({
    ...(from && { $gte: dayInterval(from).startMinute }),
    ...(to && { $lt: dayInterval(to).endMinute }),
  })

export const sessionStore = (db: Database) => {
  const sessions = db.tenant(sessionCollection)
  const staffDays = db.tenant(staffDayCollection)
  const claimDay = oncePerTransaction(db, (workspaceId: Id, staffId: string, date: CalendarDate) =>
    staffDays(workspaceId).upsert({ staffId, date }, { $inc: { bookings: 1 } }),
  )
  const allSessions = db.global(sessionCollection as Collection<SessionRecord & { workspaceId: Id }>)
  return {
    list: (
      workspaceId: Id,
      { from, to, staffId, clientId, status, valueKeys, sort, ...query }: SessionQuery,
    ) =>
      sessions(workspaceId).page({
        filter: {
          ...((from || to) && { startMinute: between(from, to) }),
          ...(staffId && { staffId }),
          ...(clientId && { clientId }),
          ...(status && { status }),
          ...(valueKeys.length > 0 && { valueKeys: trusted({ $all: valueKeys }) }),
        },
        ...(sort === 'date' && { sort: { startMinute: 1 } as const }),
        ...(sort === 'newest' && (from || to) && { sort: { startMinute: -1 } as const }),
        neverNull: ['startMinute'],
        query,
      }),

    find: (workspaceId: Id, id: Id) => sessions(workspaceId).findOne({ id }),
    /** Finds a booking in any workspace, because its public URL contains no workspace id. */
    findOnline: (id: Id) => allSessions().findOne({ id, source: 'online' }),
    findOnlineByToken: (workspaceId: Id, tokenHash: string) =>
      sessions(workspaceId).findOne({ source: 'online', tokenHash }),
    /** Counts the scheduled online bookings of a customer that start at or after a minute. */
    countOpenOnline: (workspaceId: Id, contactKeys: readonly string[], fromMinute: number) =>
      sessions(workspaceId).count({
        source: 'online',
        contactKeys: trusted({ $in: contactKeys }),
        startMinute: trusted({ $gte: fromMinute }),
        status: 'scheduled',
      }),
    countOfClient: (workspaceId: Id, clientId: Id) => sessions(workspaceId).count({ clientId }),
    get: (workspaceId: Id, id: Id) => sessions(workspaceId).get({ id }),

    /** Returns the times of a staff member's sessions in a range, excluding cancelled ones, earliest first. */
    listOverlapping: (workspaceId: Id, staffId: Id, interval: Interval, limit: number) =>
      sessions(workspaceId).find(overlapping(staffId, interval), {
        sort: { startMinute: 1, id: 1 },
        limit,
        select: ['startMinute', 'endMinute'],
      }),

    /** Returns the times and services of several members' sessions in a range, earliest first. */
    listBusy: (workspaceId: Id, staffIds: readonly (Id | null)[], interval: Interval, limit: number) =>
      sessions(workspaceId).find(
        { ...overlapping('', interval), staffId: trusted({ $in: staffIds }) },
        {
          sort: { startMinute: 1, id: 1 },
          limit,
          select: ['staffId', 'startMinute', 'endMinute', 'services'],
        },
      ),

    /** Yields the same sessions with the fields that a calendar shows. */
    iterateOverlapping: (workspaceId: Id, staffId: Id, interval: Interval, limit: number) =>
      sessions(workspaceId).iterate(overlapping(staffId, interval), {
        sort: { startMinute: 1, id: 1 },
        limit,
        select: ['name', 'clientName', 'services', 'startMinute', 'endMinute', 'createdAt', 'updatedAt'],
      }),

    /**
     * Returns a version that changes whenever one of the staff member's sessions is created, updated, moved or
     * deleted.
     */
    getVersion: async (workspaceId: Id, staffId: Id): Promise<{ latest: Date | null; count: number }> => {
      const [newest] = await sessions(workspaceId).find(
        { staffId },
        { sort: { updatedAt: -1 }, limit: 1, select: ['updatedAt'] },
      )
      return { latest: newest?.updatedAt ?? null, count: await sessions(workspaceId).count({ staffId }) }
    },

    /** Serializes bookings for this staff member, or for sessions without one, and day. */
    claimDay: (workspaceId: Id, staffId: Id | null, date: CalendarDate) =>
      claimDay(workspaceId, staffId ?? noStaff, date),

    insert: (workspaceId: Id, session: SessionRecord & { id: Id }) => sessions(workspaceId).insert(session),

    update: (workspaceId: Id, id: Id, changes: Partial<SessionRecord>) =>
      sessions(workspaceId).update({ id }, changes),

    remove: (workspaceId: Id, id: Id) => sessions(workspaceId).remove({ id }),

    addNote: (workspaceId: Id, id: Id, note: StoredNote) =>
      sessions(workspaceId).update({ id }, { $push: { notes: note } }),
    changeNote: (workspaceId: Id, id: Id, noteId: Id, body: string) =>
      sessions(workspaceId).update({ id, 'notes.id': noteId }, { $set: { 'notes.$.body': body } }),
    removeNote: (workspaceId: Id, id: Id, noteId: Id) =>
      sessions(workspaceId).update({ id, 'notes.id': noteId }, { $pull: { notes: { id: noteId } } }),

    addAttachment: (workspaceId: Id, id: Id, attachment: StoredAttachment) =>
      sessions(workspaceId).update({ id }, { $push: { attachments: attachment } }),
    removeAttachment: (workspaceId: Id, id: Id, attachmentId: Id) =>
      sessions(workspaceId).update(
        { id, 'attachments.id': attachmentId },
        { $pull: { attachments: { id: attachmentId } } },
      ),

    /** Stores the session's invoice unless this version or a newer one is already stored. */
    setInvoiceIf: (workspaceId: Id, id: Id, invoice: StoredInvoice) =>
      sessions(workspaceId).updateIf(
        { id, $or: [{ invoice: null }, { 'invoice.version': trusted({ $lt: invoice.version }) }] },
        { invoice },
      ),

    renameClient: (workspaceId: Id, clientId: Id, name: string) =>
      sessions(workspaceId).updateMany(
        { clientId, status: live, clientName: trusted({ $ne: name }) },
        { clientName: name },
      ),
    renameStaff: (workspaceId: Id, staffId: Id, name: string) =>
      sessions(workspaceId).updateMany(
        { staffId, status: live, staffName: trusted({ $ne: name }) },
        { staffName: name },
      ),
    renameService: (workspaceId: Id, serviceId: Id, name: string) =>
      sessions(workspaceId).updateMany(
        { services: trusted({ $elemMatch: { serviceId, name: { $ne: name } } }), status: live },
        { $set: { 'services.$[named].name': name } },
        { arrayFilters: [{ 'named.serviceId': serviceId }] },
      ),

    ...answerKeyStore(db, sessionCollection),
  }
}
