import { iso, midnightUtc } from '@wp/kernel'
import type { KeptValue } from '../fields/field.rules.ts'
import type { Session } from './session.contract.ts'
import { timeAt } from './session.rules.ts'
import type { StoredSession } from './session.store.ts'

/** The answers of a session, as they were given. */
export const valuesOf = ({ fieldValues }: { fieldValues: string }): KeptValue[] =>
  JSON.parse(fieldValues) as KeptValue[]

/** A session as replies show it; `publicUrl` is where callers reach the platform. */
export const shownSession = (stored: StoredSession, publicUrl: string): Session => {
  const { id, workspaceId, clientId, clientName, services, staffId, staffName, name, invoice } = stored
  const files = `${publicUrl}/v1/workspace/${workspaceId}/sessions/${id}/attachments`
  return {
    id,
    workspaceId,
    clientId,
    clientName,
    serviceIds: services.map(({ serviceId }) => serviceId),
    serviceNames: services.map((service) => service.name),
    staffId,
    staffName,
    name,
    date: midnightUtc(stored.date),
    startTime: timeAt(stored.startMinute),
    endTime: timeAt(stored.endMinute),
    durationMinutes: stored.durationMinutes,
    status: stored.status,
    fieldValues: valuesOf(stored).map((value) => ({ ...value, phase: value.phase ?? 'pre' })),
    attachments: stored.attachments.map((attachment) => ({
      ...attachment,
      url: `${files}/${attachment.id}`,
      createdAt: iso(attachment.createdAt),
    })),
    notes: stored.notes.map((note) => ({ ...note, createdAt: iso(note.createdAt) })),
    invoice,
    questionCategory: stored.questionCategory,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}
