import { AsyncLocalStorage } from 'node:async_hooks'
import { fixedClock, newId } from '@wp/kernel'
import { versionedCache } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { jobContext, openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookingPageStore } from '../src/booking-pages/booking-page.store.ts'
import { clientStore } from '../src/clients/client.store.ts'
import type { SchedulingDeps, SchedulingWorkspace } from '../src/deps.ts'
import { fieldStore } from '../src/fields/field.store.ts'
import { holidayStore } from '../src/holidays/holiday.store.ts'
import { offeredServiceStore } from '../src/offered-services/offered-service.store.ts'
import { schedulingCollections } from '../src/service.ts'
import { renameInSessions, repeatRenames } from '../src/sessions/session-rename.actions.ts'
import { sessionReminderStore } from '../src/sessions/session-reminder.store.ts'
import { sessionRenameStore } from '../src/sessions/session-rename.store.ts'
import { createSession } from '../src/sessions/session.actions.ts'
import { sessionStore } from '../src/sessions/session.store.ts'
import { sessionView } from '../src/sessions/session.view.ts'
import { staffStore } from '../src/staff/staff.store.ts'

const clock = fixedClock('2027-03-01T09:00:00Z')
let db: Database
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('booking_names'), { collections: schedulingCollections, clock })
})
afterAll(() => db?.close())

/** Books a session while its client is being renamed in the client record and in existing sessions. */
const newScene = async (moment: 'before the transaction' | 'inside the transaction') => {
  const workspaceId = newId()
  const cache = versionedCache(db)
  const [clients, offeredServices] = [clientStore(db), offeredServiceStore(db, cache)]
  const staff = staffStore(db, cache)
  const renames = {
    db,
    clients,
    staff,
    offeredServices,
    sessions: sessionStore(db),
    sessionRenames: sessionRenameStore(db),
    clock,
  }
  const client = await clients.insert(workspaceId, { name: 'Ali' })
  const service = await offeredServices.insert(workspaceId, {
    name: 'Haircut',
    scope: 'sessions',
    durationMinutes: 30,
    price: 10,
    isActive: true,
  })
  clock.advance(1000)
  const outside = AsyncLocalStorage.snapshot()
  const rename = () =>
    outside(async () => {
      await db.transaction(() => clients.update(workspaceId, client.id, { name: 'Ali Hassan' }))
      await db.transaction(() => renameInSessions(renames, workspaceId, 'client', client))
    })
  const deps = {
    db: {
      ...db,
      transaction: async (work: Parameters<Database['transaction']>[0]) => {
        if (moment === 'before the transaction') await rename()
        return db.transaction(work)
      },
    },
    cache,
    clients,
    staff,
    fields: fieldStore(db, cache),
    holidays: holidayStore(db, cache),
    offeredServices: {
      ...offeredServices,
      listByIds: async (...args: Parameters<typeof offeredServices.listByIds>) => {
        if (moment === 'inside the transaction') await rename()
        return offeredServices.listByIds(...args)
      },
    },
    sessions: renames.sessions,
    sessionView: sessionView('http://localhost'),
    sessionRenames: renames.sessionRenames,
    sessionReminders: sessionReminderStore(db),
    bookingPages: bookingPageStore(db, cache),
    toBookingUrl: () => 'http://localhost/book',
    clock,
  } as unknown as SchedulingDeps
  const { session } = await createSession(
    deps,
    {
      id: workspaceId,
      version: 1,
      settings: { timeZone: 'UTC', reminders: [] },
    } as unknown as SchedulingWorkspace,
    {
      name: 'Visit',
      clientId: client.id,
      serviceIds: [service.id],
      staffId: null,
      date: '2027-03-10',
      startTime: '09:00',
      durationMinutes: null,
      status: 'scheduled',
      questionCategory: null,
      fieldValues: [],
    },
  )
  return { renames, clientName: async () => (await renames.sessions.get(workspaceId, session.id)).clientName }
}

describe('createSession', () => {
  it('stores the new name of a client who is renamed before the transaction', async () => {
    const { clientName } = await newScene('before the transaction')
    expect(await clientName()).toBe('Ali Hassan')
  })

  it('stores the old name of a client who is renamed inside the transaction, until the rename is repeated', async () => {
    const { renames, clientName } = await newScene('inside the transaction')
    await repeatRenames(renames, jobContext())
    expect(await clientName()).toBe('Ali') // not due yet
    clock.advance(60_000)
    await repeatRenames(renames, jobContext())
    expect(await clientName()).toBe('Ali Hassan')
    expect(await renames.sessionRenames.listDue(clock.now(), 30_000, 10)).toEqual([])
  })
})
