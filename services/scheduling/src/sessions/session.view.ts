import { iso, midnightUtc } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { parseFieldValues } from '../fields/field.rules.ts'
import type { BookingWarning, Session } from './session.contract.ts'
import { timeAt } from './session.rules.ts'
import type { StoredAttachment, StoredNote, StoredSession } from './session.store.ts'

/** A booked or updated session with conflicts and warnings. */
export type Booking = { session: StoredSession; conflicts: Id[]; warnings: BookingWarning[] }

export const toNote = (stored: StoredNote): Session['notes'][number] => ({
  ...stored,
  createdAt: iso(stored.createdAt),
})

/** Converts sessions for replies; `publicUrl` is the platform's base URL, used in attachment URLs. */
export const sessionView = (publicUrl: string) => {
  const toAttachment = (
    { workspaceId, id }: Pick<StoredSession, 'workspaceId' | 'id'>,
    attachment: StoredAttachment,
  ): Session['attachments'][number] => ({
    ...attachment,
    url: `${publicUrl}/v1/workspace/${workspaceId}/sessions/${id}/attachments/${attachment.id}`,
    createdAt: iso(attachment.createdAt),
  })

  const toSession = (stored: StoredSession): Session => ({
    id: stored.id,
    workspaceId: stored.workspaceId,
    clientId: stored.clientId,
    clientName: stored.clientName,
    serviceIds: stored.services.map(({ serviceId }) => serviceId),
    serviceNames: stored.services.map(({ name }) => name),
    staffId: stored.staffId,
    staffName: stored.staffName,
    name: stored.name,
    date: midnightUtc(stored.date),
    startTime: timeAt(stored.startMinute),
    endTime: timeAt(stored.endMinute),
    durationMinutes: stored.durationMinutes,
    status: stored.status,
    source: stored.source ?? 'staff',
    invoice: stored.invoice,
    questionCategory: stored.questionCategory,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
    fieldValues: parseFieldValues(stored).map((value) => ({ ...value, phase: value.phase ?? 'pre' })),
    attachments: stored.attachments.map((attachment) => toAttachment(stored, attachment)),
    notes: stored.notes.map(toNote),
  })

  const toBooking = ({ session, conflicts, warnings }: Booking) => ({
    session: toSession(session),
    ...(conflicts.length > 0 && { conflicts }),
    ...(warnings.length > 0 && { warnings }),
  })

  return { toSession, toBooking, toAttachment }
}
