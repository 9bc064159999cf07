import { AppError, systemClock } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import { collection, defineSaga, sagaRecords, trusted } from '../src/index.ts'
import type { Database, TenantDoc } from '../src/index.ts'

type Booking = {
  workspaceId: Id
  isConfirmed: boolean
  step: 'booking' | 'cancelling' | null
  stepUntil: Date | null
  stepVersion: number
}
export type StoredBooking = TenantDoc<Booking>

export const bookings = collection<Booking>(
  'bookings',
  'Booking',
  { isConfirmed: Boolean, step: String, stepUntil: Date, stepVersion: Number },
  [{ keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, { keys: { stepUntil: 1 } }],
)

/** A peer service's state: whether a seat is reserved, and the newest version it was called with. */
export const seats = collection<{ isReserved: boolean; version: number; reservations: number }>(
  'seats',
  'Seat',
  { isReserved: Boolean, version: Number, reservations: Number },
  [{ keys: { workspaceId: 1 } }],
)

/** Returns a peer that keeps one seat per booking and rejects calls with an older version. */
export const peerOn = (db: Database) => {
  const write = async ({ workspaceId, id, stepVersion: version }: StoredBooking, isReserved: boolean) => {
    const seatsOf = db.tenant(seats)(workspaceId)
    const changed = await seatsOf.updateIf(
      { id, version: trusted({ $lte: version }), isReserved: !isReserved },
      { $set: { isReserved, version }, $inc: { reservations: isReserved ? 1 : 0 } },
    )
    if (changed) return
    const known = await seatsOf.findOne({ id })
    if (!known) await seatsOf.insert({ id, isReserved, version, reservations: isReserved ? 1 : 0 })
    else if (known.version > version) throw new AppError('CONFLICT', 'A newer call was already made')
    else await seatsOf.update({ id }, { version })
  }
  return {
    reserve: (booking: StoredBooking): Promise<void> => write(booking, true),
    release: (booking: StoredBooking): Promise<void> => write(booking, false),
  }
}
type Peer = ReturnType<typeof peerOn>

export const bookingRecords = sagaRecords(bookings, {
  step: 'step',
  until: 'stepUntil',
  version: 'stepVersion',
  fence: ['step', 'stepVersion'],
})

export type BookingDeps = { db: Database; clock: Clock; logger: Logger; peer: Peer }

export const completeBooking = async ({ db, peer }: BookingDeps, booking: StoredBooking): Promise<void> => {
  await peer.reserve(booking)
  const confirmed = await db
    .tenant(bookings)(booking.workspaceId)
    .updateIf(bookingRecords.held(booking), { ...bookingRecords.cleared, isConfirmed: true })
  if (!confirmed) throw new AppError('CONFLICT', 'Another process has taken over the step')
}

const cancelBooking = async ({ db, peer }: BookingDeps, booking: StoredBooking): Promise<void> => {
  await peer.release(booking)
  await bookingRecords.end(db, booking)
}

/** A step that is repeated after a crash and undone after a failure. */
export const bookingSaga = defineSaga({
  name: 'booking',
  records: bookingRecords,
  stepOf: bookingRecords.stepOf,
  steps: {
    booking: { complete: completeBooking, undo: 'cancelling' },
    cancelling: { complete: cancelBooking },
  },
})

export const startBooking = (deps: BookingDeps, workspaceId: Id): Promise<StoredBooking> =>
  deps.db
    .tenant(bookings)(workspaceId)
    .insert({ ...bookingSaga.start(deps, 'booking'), isConfirmed: false, stepVersion: 1 })

/** Returns a clock that runs ahead, so that a step that has just started is already overdue. */
export const clockAhead = (ms: number): Clock => ({
  ...systemClock,
  now: () => new Date(systemClock.now().getTime() + ms),
})
