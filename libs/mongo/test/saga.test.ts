import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { AppError, newId, systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { createLogger } from '@wp/telemetry'
import { beforeAll, describe, expect, it } from 'vitest'
import { defineSaga } from '../src/index.ts'
import type { Database } from '../src/index.ts'
import {
  bookingRecords,
  bookings,
  bookingSaga,
  clockAhead,
  completeBooking,
  peerOn,
  seats,
  startBooking,
} from './saga-scene.ts'
import type { BookingDeps, StoredBooking } from './saga-scene.ts'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer()
let db: Database
let replica: Database
beforeAll(async () => {
  const collections = [bookings, seats]
  db = await server.open({ collections, name: 'sagas', checkPlans: true })
  replica = await server.open({ collections, name: 'sagas' })
})

const logger = createLogger({ service: 'test', level: 'silent' })
const timedOut = 21_000
const outage = () => new AppError('UNAVAILABLE', 'The peer does not answer')

/**
 * One workspace, used by a running process and by another process's recovery job, whose clock is 21 seconds ahead.
 */
const newScene = (workspaceId: Id = newId()) => {
  const peer = peerOn(db)
  const deps: BookingDeps = { db, clock: systemClock, logger, peer }
  const recovery: BookingDeps = { ...deps, db: replica, clock: clockAhead(timedOut) }
  return {
    workspaceId,
    peer,
    deps,
    recovery,
    start: () => startBooking(deps, workspaceId),
    run: (booking: StoredBooking, using = deps) =>
      bookingSaga.run(using, booking, () => completeBooking(using, booking)),
    booking: async (id: Id) => db.tenant(bookings)(workspaceId).findOne({ id }),
    seat: async (id: Id) => db.tenant(seats)(workspaceId).findOne({ id }),
  }
}

/** Returns `deps` with some of the peer's calls replaced. */
const withPeer = (deps: BookingDeps, calls: Partial<BookingDeps['peer']>): BookingDeps => ({
  ...deps,
  peer: { ...deps.peer, ...calls },
})

const failing = (error: Error) => ({ reserve: () => Promise.reject(error) })

const runChild = async (workspaceId: Id, point: string): Promise<string | null> => {
  const given = [server.uri(), db.name, workspaceId, point]
  const child = spawn(process.execPath, [`${import.meta.dirname}/saga.child.ts`, ...given], {
    stdio: 'inherit',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

describe('saga.run', () => {
  it('completes the work and ends the step', async () => {
    const scene = newScene()
    const booking = await scene.start()
    await scene.run(booking)
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: true, step: null, stepUntil: null })
    expect(await scene.seat(booking.id)).toMatchObject({ isReserved: true, reservations: 1 })
  })

  it('undoes a failed step and rethrows the error', async () => {
    const scene = newScene()
    const booking = await scene.start()
    const error = outage()
    await expect(scene.run(booking, withPeer(scene.deps, failing(error)))).rejects.toBe(error)
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: false, step: null, stepUntil: null })
    expect(await scene.seat(booking.id)).toMatchObject({ isReserved: false, reservations: 0 })
  })

  it('undoes a step whose answer was lost after the peer committed', async () => {
    const scene = newScene()
    const booking = await scene.start()
    const losing = withPeer(scene.deps, {
      reserve: async (asked) => {
        await scene.peer.reserve(asked)
        throw outage()
      },
    })
    await expect(scene.run(booking, losing)).rejects.toThrow('does not answer')
    expect(await scene.seat(booking.id)).toMatchObject({ isReserved: false, reservations: 1 })
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: false, step: null })
  })

  it('prevents a call that arrives after the undo from taking effect', async () => {
    const scene = newScene()
    const booking = await scene.start()
    await expect(scene.run(booking, withPeer(scene.deps, failing(outage())))).rejects.toThrow(
      'does not answer',
    )
    await expect(scene.peer.reserve(booking)).rejects.toThrow('A newer call was already made')
    expect(await scene.seat(booking.id)).toMatchObject({ isReserved: false, reservations: 0 })
  })

  it('does not let the recovery job take over an undo that is still running', async () => {
    const scene = newScene()
    const booking = await scene.start()
    let releases = 0
    const deps = withPeer(scene.deps, {
      ...failing(outage()),
      release: async (asked) => {
        releases += 1
        if (releases === 1) await bookingSaga.recoverOverdue(deps)
        await scene.peer.release(asked)
      },
    })
    await expect(scene.run(booking, deps)).rejects.toThrow('does not answer')
    expect(releases).toBe(1)
    expect(await scene.booking(booking.id)).toMatchObject({ step: null })
  })

  it('leaves a step without an undo to the recovery job after an outage', async () => {
    const saga = defineSaga({
      name: 'booking',
      records: bookingRecords,
      stepOf: bookingRecords.stepOf,
      steps: { booking: { complete: completeBooking, onRefusal: 'end' } },
    })
    const scene = newScene()
    const booking = await scene.start()
    const down = withPeer(scene.deps, failing(outage()))
    await expect(saga.run(down, booking, () => completeBooking(down, booking))).rejects.toThrow(
      'does not answer',
    )
    expect(await scene.booking(booking.id)).toMatchObject({ step: 'booking' })
    await saga.recoverOverdue(scene.deps)
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: true, step: null })
  })

  it('releases an undo that fails, so that the recovery job retries it immediately', async () => {
    const scene = newScene()
    const booking = await scene.start()
    const error = outage()
    const down = withPeer(scene.deps, { ...failing(error), release: () => Promise.reject(outage()) })
    await expect(scene.run(booking, down)).rejects.toBe(error)
    expect(await scene.booking(booking.id)).toMatchObject({ step: 'cancelling' })
    await bookingSaga.recoverOverdue(scene.deps)
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: false, step: null })
    expect(await scene.seat(booking.id)).toMatchObject({ isReserved: false, reservations: 0 })
  })
})

describe('saga.recoverOverdue', () => {
  it.each([
    { point: 'before the peer is called', reservations: undefined },
    { point: 'after the peer has committed', reservations: 1 },
  ])('completes a step exactly once when its process was killed $point', async ({ point, reservations }) => {
    const scene = newScene()
    expect(await runChild(scene.workspaceId, point)).toBe('SIGKILL')
    const [left, ...others] = await db.tenant(bookings)(scene.workspaceId).find()
    expect(others).toEqual([])
    expect(left).toMatchObject({ isConfirmed: false, step: 'booking' })
    expect((await scene.seat(left!.id))?.reservations).toBe(reservations)
    await bookingSaga.recoverOverdue({ ...scene.recovery, clock: systemClock })
    expect(await scene.booking(left!.id)).toMatchObject({ step: 'booking' })
    await bookingSaga.recoverOverdue(scene.recovery)
    expect(await scene.booking(left!.id)).toMatchObject({ isConfirmed: true, step: null })
    expect(await scene.seat(left!.id)).toMatchObject({ isReserved: true, reservations: 1 })
  })

  it('does not touch a step that was finished before its process was killed', async () => {
    const scene = newScene()
    expect(await runChild(scene.workspaceId, 'after the step has ended')).toBe('SIGKILL')
    const before = await db.tenant(bookings)(scene.workspaceId).find()
    expect(before).toMatchObject([{ isConfirmed: true, step: null }])
    await bookingSaga.recoverOverdue(scene.recovery)
    expect(await db.tenant(bookings)(scene.workspaceId).find()).toEqual(before)
  })

  it('lets only one of two replicas take over a step', async () => {
    const scene = newScene()
    const booking = await scene.start()
    let calls = 0
    const counted = (deps: BookingDeps) =>
      withPeer(deps, {
        reserve: (asked) => {
          calls += 1
          return scene.peer.reserve(asked)
        },
      })
    await Promise.all([
      bookingSaga.recoverOverdue(counted(scene.recovery)),
      bookingSaga.recoverOverdue(counted({ ...scene.recovery, db })),
    ])
    expect(calls).toBe(1)
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: true, step: null, stepVersion: 2 })
  })

  it('throws in the process that lost the step and ignores its writes', async () => {
    const scene = newScene()
    const booking = await scene.start()
    const overtaken = withPeer(scene.deps, {
      reserve: async (asked) => {
        await scene.peer.reserve(asked)
        await bookingSaga.recoverOverdue(scene.recovery)
      },
    })
    await expect(scene.run(booking, overtaken)).rejects.toThrow('Another process has taken over the step')
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: true, step: null })
    expect(await scene.seat(booking.id)).toMatchObject({ isReserved: true, reservations: 1 })
  })

  it('undoes a step that the peer rejects', async () => {
    const scene = newScene()
    const booking = await scene.start()
    const refusal = new AppError('FORBIDDEN', 'You may not book')
    await bookingSaga.recoverOverdue(withPeer(scene.recovery, failing(refusal)))
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: false, step: null })
    expect(await scene.seat(booking.id)).toMatchObject({ isReserved: false, reservations: 0 })
  })

  it('tries a failing step once per run and again after the retry delay', async () => {
    const scene = newScene()
    const booking = await scene.start()
    let calls = 0
    const down = withPeer(scene.recovery, {
      reserve: () => {
        calls += 1
        return Promise.reject(outage())
      },
    })
    await bookingSaga.recoverOverdue(down)
    expect(calls).toBe(1)
    await bookingSaga.recoverOverdue(scene.recovery)
    expect(await scene.booking(booking.id)).toMatchObject({ step: 'booking' })
    await bookingSaga.recoverOverdue({ ...scene.recovery, clock: clockAhead(timedOut + 2_000) })
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: true, step: null })
  })

  it('retries an undo that failed during recovery', async () => {
    const scene = newScene()
    const booking = await scene.start()
    const refusal = new AppError('FORBIDDEN', 'You may not book')
    const down = { ...failing(refusal), release: () => Promise.reject(outage()) }
    await bookingSaga.recoverOverdue(withPeer(scene.recovery, down))
    expect(await scene.booking(booking.id)).toMatchObject({ step: 'cancelling' })
    await bookingSaga.recoverOverdue({ ...scene.recovery, clock: clockAhead(timedOut + 2_000) })
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: false, step: null })
  })

  it('recovers steps in every workspace, starting with the most overdue', async () => {
    const scenes = [newScene(), newScene(), newScene()]
    const started = []
    for (const scene of scenes) started.push(await scene.start())
    const order: Id[] = []
    await bookingSaga.recoverOverdue(
      withPeer(scenes[0]!.recovery, {
        reserve: async (asked) => {
          order.push(asked.id)
          await scenes[0]!.peer.reserve(asked)
        },
      }),
    )
    expect(order).toEqual(started.map(({ id }) => id))
  })

  it('recovers a step that was started with a clock that was an hour ahead', async () => {
    const scene = newScene()
    const { id } = await scene.start()
    const stepUntil = new Date(Date.now() + 3_600_000)
    await db.tenant(bookings)(scene.workspaceId).update({ id }, { stepUntil })
    await bookingSaga.recoverOverdue(scene.deps)
    expect(await scene.booking(id)).toMatchObject({ isConfirmed: true, step: null })
  })

  it('does not change updatedAt when the recovery fails', async () => {
    const scene = newScene()
    const booking = await scene.start()
    const down = { reserve: () => Promise.reject(outage()) }
    await bookingSaga.recoverOverdue(withPeer(scene.recovery, down))
    expect((await scene.booking(booking.id))?.updatedAt).toEqual(booking.updatedAt)
  })
})

describe('saga.takeOver', () => {
  it('takes over only an overdue step of a matching record', async () => {
    const scene = newScene()
    const { id } = await scene.start()
    const take = (deps: BookingDeps, filter: { isConfirmed: boolean }) =>
      bookingSaga.takeOver(deps, scene.workspaceId, { id, ...filter })
    expect(await take(scene.deps, { isConfirmed: false })).toBeNull()
    expect(await take(scene.recovery, { isConfirmed: true })).toBeNull()
    const taken = await take(scene.recovery, { isConfirmed: false })
    expect(taken).toMatchObject({ id, step: 'booking', stepVersion: 2 })
    expect(await take(scene.recovery, { isConfirmed: false })).toBeNull()
    await bookingSaga.recover(scene.recovery, taken!)
    expect(await scene.booking(id)).toMatchObject({ isConfirmed: true, step: null })
  })
})

describe('saga.attempt', () => {
  it('does not throw when the step fails, and leaves the step to the recovery job', async () => {
    const scene = newScene()
    const booking = await scene.start()
    await bookingSaga.attempt(withPeer(scene.deps, failing(outage())), booking)
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: false, step: 'booking' })
    await bookingSaga.recoverOverdue(scene.deps)
    expect(await scene.booking(booking.id)).toMatchObject({ isConfirmed: true, step: null })
  })
})

describe('sagaRecords', () => {
  it('ignores writes by a process that lost the step', async () => {
    const scene = newScene()
    const former = await scene.start()
    const taken = await bookingSaga.takeOver(scene.recovery, scene.workspaceId, { id: former.id })
    const later = new Date(Date.now() + 60_000)
    expect(await bookingRecords.end(db, former)).toBeNull()
    expect(await bookingRecords.release(db, former, later)).toBeNull()
    expect(await bookingRecords.turn(db, former, 'cancelling', later)).toBeNull()
    expect(await scene.booking(former.id)).toEqual(taken)
  })
})

describe('onRefusal', () => {
  const refusal = new AppError('FORBIDDEN', 'You may not book')
  const refusing = async (deps: BookingDeps, booking: StoredBooking): Promise<void> => {
    await deps.peer.reserve(booking)
  }

  it('ends a rejected step without an undo if it is `end`', async () => {
    const saga = defineSaga({
      name: 'booking',
      records: bookingRecords,
      stepOf: bookingRecords.stepOf,
      steps: { booking: { complete: refusing, onRefusal: 'end' } },
    })
    const scene = newScene()
    const refused = withPeer(scene.deps, failing(refusal))
    const [inRequest, inRecovery] = [await scene.start(), await scene.start()]
    await expect(saga.run(refused, inRequest, () => refusing(refused, inRequest))).rejects.toBe(refusal)
    await saga.recoverOverdue(withPeer(scene.recovery, failing(refusal)))
    for (const { id } of [inRequest, inRecovery]) {
      expect(await scene.booking(id)).toMatchObject({ isConfirmed: false, step: null })
      expect(await scene.seat(id)).toBeNull()
    }
  })

  it('continues a rejected step with the step that it returns', async () => {
    const saga = defineSaga({
      name: 'booking',
      records: bookingRecords,
      stepOf: bookingRecords.stepOf,
      steps: {
        booking: { complete: completeBooking },
        cancelling: {
          complete: () => Promise.reject(refusal),
          onRefusal: () => 'booking',
        },
      },
    })
    const scene = newScene()
    const { id } = await scene.start()
    await db.tenant(bookings)(scene.workspaceId).update({ id }, { step: 'cancelling' })
    await saga.recoverOverdue(scene.recovery)
    expect(await scene.booking(id)).toMatchObject({ isConfirmed: true, step: null })
  })
})
