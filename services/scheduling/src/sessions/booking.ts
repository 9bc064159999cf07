import { AppError, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { WorkspaceView } from '@wp/http'
import type { Tx } from '@wp/mongo'
import { SessionChanged } from '../events.ts'
import { refusingTakenValues } from '../fields/taken-values.ts'
import { askedOf, requireAnswers, uniqueKeysOf, valueKeysOf, withGiven } from '../fields/field.rules.ts'
import type { FieldDefinition, KeptValue } from '../fields/field.rules.ts'
import { isHoliday } from '../holidays/holiday.rules.ts'
import type { Scheduling } from '../service.ts'
import type { NewSession, SessionChanges } from './session.contract.ts'
import { checkBookable, daysOf, durationOf, intervalOf, sessionDay, timeAt } from './session.rules.ts'
import type { SessionRecord, StoredSession } from './session.store.ts'
import { shownSession, valuesOf } from './shown-session.ts'

/** A booked session, and what the person at the desk should know about its time. */
export type Booked = { session: StoredSession; conflicts?: Id[]; warnings?: 'HOLIDAY'[] }

type Parts = Pick<
  Scheduling,
  'db' | 'clients' | 'services' | 'staff' | 'fields' | 'holidays' | 'sessions' | 'publicUrl'
>

/** Books and rebooks sessions: resolve the people, plan by the rules, then claim the time and write in one transaction. */
export const bookings = (parts: Parts) => {
  const { db, clients, services, staff, fields, holidays, sessions, publicUrl } = parts

  const bookableServices = async (workspaceId: Id, serviceIds: readonly Id[]) => {
    const found = new Map((await services.listByIds(workspaceId, serviceIds)).map((each) => [each.id, each]))
    const chosen = serviceIds.map((id) => {
      const service = found.get(id)
      if (!service) throw notFound('Service')
      return service
    })
    checkBookable(chosen)
    return chosen
  }

  const staffMember = async (workspaceId: Id, staffId: Id | null) =>
    staffId === null ? null : staff.get(workspaceId, staffId)

  const holidayWarning = async ({ id, settings }: WorkspaceView, date: string): Promise<'HOLIDAY'[]> => {
    if (!isHoliday(await holidays.listAround(id, date), date)) return []
    if (!settings.blockHolidays) return ['HOLIDAY']
    throw new AppError(
      'VALIDATION_FAILED',
      `date: ${date} is a holiday, and this workspace takes no bookings then`,
      {
        details: [{ path: 'date', message: `${date} is a holiday` }],
      },
    )
  }

  /**
   * Sessions that meet this one. Where they are prevented, its days are written after they were looked at, in order of
   * date: had another booking come in between, this transaction fails there and runs again, seeing that booking.
   */
  const conflictsOf = async (
    workspace: WorkspaceView,
    session: Pick<SessionRecord, 'staffId' | 'status' | 'startMinute' | 'endMinute'> & { id: Id },
  ): Promise<Id[]> => {
    const { staffId, status } = session
    if (staffId === null || status === 'cancelled') return []
    const meeting = await sessions.listMeeting(workspace.id, staffId, session, 100)
    const conflicts = meeting.map(({ id }) => id).filter((id) => id !== session.id)
    if (!workspace.settings.preventOverlap) return conflicts
    if (conflicts.length > 0)
      throw new AppError('SESSION_CONFLICT', 'The staff member has another session at this time', {
        details: conflicts.map((id) => ({ path: 'startTime', message: `meets the session ${id}` })),
      })
    for (const day of daysOf(session)) await sessions.claimDay(workspace.id, staffId, day)
    return []
  }

  const told = (tx: Tx, session: StoredSession): void =>
    tx.publish(SessionChanged, {
      workspaceId: session.workspaceId,
      data: { session: shownSession(session, publicUrl) },
    })

  /** Services and time of a changed session. A new choice of services, or a duration of null, computes the duration anew. */
  const replanned = async (workspaceId: Id, before: StoredSession, body: SessionChanges) => {
    const date = body.date ? sessionDay(body.date) : before.date
    const startTime = body.startTime ?? timeAt(before.startMinute)
    const chosen = body.serviceIds && (await bookableServices(workspaceId, body.serviceIds))
    const isComputed = body.durationMinutes === null || (chosen && body.durationMinutes === undefined)
    const durationMinutes = isComputed
      ? durationOf(null, chosen ?? (await services.listBooked(workspaceId, before.services)))
      : (body.durationMinutes ?? before.durationMinutes)
    return {
      ...(chosen && { services: chosen.map((service) => ({ serviceId: service.id, name: service.name })) }),
      date,
      durationMinutes,
      ...intervalOf(date, startTime, durationMinutes),
    }
  }

  return {
    create: async (workspace: WorkspaceView, body: NewSession): Promise<Booked> => {
      const workspaceId = workspace.id
      const date = sessionDay(body.date)
      const client = await clients.get(workspaceId, body.clientId)
      const chosen = await bookableServices(workspaceId, body.serviceIds)
      const member = await staffMember(workspaceId, body.staffId)
      const definitions = await fields.list(workspaceId, 'sessions')
      const values = withGiven(definitions, [], body.fieldValues)
      requireAnswers(askedBefore(definitions, body.questionCategory), values)
      const warnings = await holidayWarning(workspace, date)
      const durationMinutes = durationOf(body.durationMinutes, chosen)
      const id = newId()
      const session = {
        id,
        name: body.name,
        clientId: client.id,
        clientName: client.name,
        services: chosen.map((service) => ({ serviceId: service.id, name: service.name })),
        staffId: member?.id ?? null,
        staffName: member?.name ?? null,
        date,
        ...intervalOf(date, body.startTime, durationMinutes),
        durationMinutes,
        status: body.status,
        questionCategory: body.questionCategory,
        ...answers(id, definitions, values),
        notes: [],
        attachments: [],
        invoice: null,
      }
      return refusingTakenValues(() =>
        db.transaction(async (tx) => {
          const conflicts = await conflictsOf(workspace, session)
          const stored = await sessions.insert(workspaceId, session)
          told(tx, stored)
          return booked(stored, conflicts, warnings)
        }),
      )
    },

    change: (workspace: WorkspaceView, id: Id, body: SessionChanges): Promise<Booked> =>
      refusingTakenValues(() =>
        db.transaction(async (tx) => {
          const workspaceId = workspace.id
          const before = await sessions.get(workspaceId, id)
          const changes: Partial<SessionRecord> = { name: body.name, questionCategory: body.questionCategory }
          if (body.clientId) {
            const client = await clients.get(workspaceId, body.clientId)
            Object.assign(changes, { clientId: client.id, clientName: client.name })
          }
          if (body.staffId !== undefined) {
            const member = await staffMember(workspaceId, body.staffId)
            Object.assign(changes, { staffId: member?.id ?? null, staffName: member?.name ?? null })
          }
          Object.assign(changes, await replanned(workspaceId, before, body))
          if (body.fieldValues) {
            const definitions = await fields.list(workspaceId, 'sessions')
            const values = withGiven(definitions, valuesOf(before), body.fieldValues)
            Object.assign(changes, answers(id, definitions, values))
          }
          const given = Object.entries(changes).filter(([, value]) => value !== undefined)
          const after: StoredSession = { ...before, ...Object.fromEntries(given) }
          const isMoved =
            after.startMinute !== before.startMinute ||
            after.endMinute !== before.endMinute ||
            after.staffId !== before.staffId
          const conflicts = isMoved ? await conflictsOf(workspace, after) : []
          const warnings = after.date === before.date ? [] : await holidayWarning(workspace, after.date)
          const stored = (await sessions.update(workspaceId, id, changes)) ?? before
          told(tx, stored)
          return booked(stored, conflicts, warnings)
        }),
      ),
  }
}

const askedBefore = (definitions: readonly FieldDefinition[], questionCategory: string | null) =>
  askedOf(
    definitions.filter(({ phase }) => phase === 'pre'),
    questionCategory,
  )

const answers = (id: Id, definitions: readonly FieldDefinition[], values: KeptValue[]) => ({
  fieldValues: JSON.stringify(values),
  valueKeys: valueKeysOf(definitions, values),
  uniqueKeys: uniqueKeysOf(id, definitions, values),
})

const booked = (session: StoredSession, conflicts: Id[], warnings: 'HOLIDAY'[]): Booked => ({
  session,
  ...(conflicts.length > 0 && { conflicts }),
  ...(warnings.length > 0 && { warnings }),
})
