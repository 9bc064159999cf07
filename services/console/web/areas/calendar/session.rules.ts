import type { Service, Session, Staff } from '@workspace-platform/client/scheduling'
import { toMinutes, toTime } from './layout.rules.ts'

/** A time that was chosen in the calendar. Without minutes, the services decide how long it takes. */
export type Slot = { date: string; startTime: string; staffId: string | null; minutes: number | null }

/** A session as the form edits it, with strings only. Custom fields are added by their own names. */
export type SessionFields = {
  clientId: string
  serviceIds: string
  staffId: string
  date: string
  startTime: string
  minutes: string
  title: string
  questionCategory: string
}

export const listIds = (joined: string): string[] => joined.split(',').filter(Boolean)

const titleOf = (names: readonly string[]): string => names.join(', ').slice(0, 200)

/** Returns the form values. A title that only repeats the services is left empty. */
export const toFields = (session: Session): SessionFields => ({
  clientId: session.clientId,
  serviceIds: session.serviceIds.join(),
  staffId: session.staffId ?? '',
  date: session.date.slice(0, 10),
  startTime: session.startTime,
  minutes: String(session.durationMinutes),
  title: session.name === titleOf(session.serviceNames) ? '' : session.name,
  questionCategory: session.questionCategory ?? '',
})

/** Returns the form values of a new session at a time. */
export const fieldsOfSlot = (slot: Slot | null, clientId: string): SessionFields => ({
  clientId,
  serviceIds: '',
  staffId: slot?.staffId ?? '',
  date: slot?.date ?? '',
  startTime: slot?.startTime ?? '',
  minutes: slot?.minutes ? String(slot.minutes) : '',
  title: '',
  questionCategory: '',
})

/** Returns how long the chosen services take, as the API computes it; an hour without any. */
export const serviceMinutes = (
  services: readonly Pick<Service, 'id' | 'durationMinutes'>[],
  ids: readonly string[],
): number => {
  const known = new Map(services.map(({ id, durationMinutes }) => [id, durationMinutes ?? 0]))
  return ids.reduce((sum, id) => sum + (known.get(id) ?? 0), 0) || 60
}

/** Returns the body for the API. */
export const toBody = (
  fields: SessionFields,
  services: readonly Pick<Service, 'id' | 'name'>[],
  minutes: number | null,
) => {
  const serviceIds = listIds(fields.serviceIds)
  const names = serviceIds.map((id) => services.find((service) => service.id === id)?.name ?? '')
  return {
    clientId: fields.clientId,
    serviceIds,
    staffId: fields.staffId || null,
    date: fields.date,
    startTime: fields.startTime,
    durationMinutes: minutes,
    name: fields.title.trim() || titleOf(names.filter(Boolean)) || '–',
    questionCategory: fields.questionCategory || null,
  }
}

/** Returns the next quarter hour if the day is today, otherwise the given opening time. */
export const firstFreeTime = (isToday: boolean, nowMinute: number, opening: number): string =>
  toTime(isToday ? Math.min(Math.ceil(nowMinute / 15) * 15, 1425) : opening)

export const endOf = (startTime: string, minutes: number): string => toTime(toMinutes(startTime) + minutes)

/** Returns the statuses that a session can change to, the most common first. */
export const nextStatuses = (status: Session['status']): Session['status'][] => {
  if (status === 'scheduled') return ['in-progress', 'cancelled']
  return status === 'in-progress' ? ['completed', 'cancelled'] : []
}

/** Returns whether a session can be moved by drag or keyboard. */
export const isMovable = ({ status }: Pick<Session, 'status'>): boolean =>
  status === 'scheduled' || status === 'in-progress'

/** Returns the fields that a session of a category asks for; all of them without a category. */
export const questionsFor = <Field extends { category: string | null }>(
  fields: readonly Field[],
  category: string,
): Field[] => fields.filter((field) => category === '' || field.category === category)

/** Returns whether a staff member performs all of the services. */
export const performs = ({ serviceIds }: Pick<Staff, 'serviceIds'>, wanted: readonly string[]): boolean =>
  serviceIds === null || wanted.every((id) => serviceIds.includes(id))

/** A time at which these staff members are free; empty if the workspace has no staff. */
export type FreeSlot = { startTime: string; staffIds: string[] }

/** Returns the times of staff who perform all of the services; the API checks only one service. */
export const slotsFor = (
  slots: readonly FreeSlot[],
  staff: readonly Pick<Staff, 'id' | 'serviceIds'>[],
  wanted: readonly string[],
): FreeSlot[] =>
  slots.flatMap(({ startTime, staffIds }) => {
    const able = staffIds.filter((id) => {
      const person = staff.find((each) => each.id === id)
      return !person || performs(person, wanted)
    })
    return able.length > 0 || staffIds.length === 0 ? [{ startTime, staffIds: able }] : []
  })
