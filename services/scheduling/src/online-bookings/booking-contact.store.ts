import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/**
 * One document per customer who is booking. Bookings with the same contact update the same document, so the database
 * serializes them and the limit of open bookings holds.
 */
type BookingContact = { contactKey: string; bookings: number; expiresAt: Date }

export const bookingContactCollection = collection<BookingContact>(
  'booking_contacts',
  'Booking contact',
  { contactKey: String, bookings: Number, expiresAt: Date },
  [
    { keys: { workspaceId: 1, contactKey: 1 }, unique: true },
    { keys: { expiresAt: 1 }, ttlSeconds: 0 },
  ],
)

const keptMs = 86_400_000

export const bookingContactStore = (db: Database) => {
  const contacts = db.tenant(bookingContactCollection)
  return {
    /** Serializes bookings with this contact. */
    claim: (workspaceId: Id, contactKey: string, now: Date) => {
      db.requireTransaction()
      return contacts(workspaceId).upsert(
        { contactKey },
        { $inc: { bookings: 1 }, $set: { expiresAt: new Date(now.getTime() + keptMs) } },
      )
    },
  }
}
