import { fixedClock, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { versionedCache } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { jobContext, openTestDatabase, uniqueName } from '@wp/testing'
import type { CustomerMessage } from '@wp/workspaces'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookingPageStore } from '../src/booking-pages/booking-page.store.ts'
import { clientStore } from '../src/clients/client.store.ts'
import { onWorkspaceChanged } from '../src/consumers/on-workspace-changed.ts'
import type { SchedulingDeps, SchedulingWorkspace } from '../src/deps.ts'
import { fieldStore } from '../src/fields/field.store.ts'
import { holidayStore } from '../src/holidays/holiday.store.ts'
import { offeredServiceStore } from '../src/offered-services/offered-service.store.ts'
import { schedulingCollections } from '../src/service.ts'
import { sendReminders } from '../src/sessions/session-message.actions.ts'
import { sessionReminderStore } from '../src/sessions/session-reminder.store.ts'
import {
  createSession,
  deleteSession,
  setSessionStatus,
  updateSession,
} from '../src/sessions/session.actions.ts'
import { sessionStore } from '../src/sessions/session.store.ts'
import { sessionView } from '../src/sessions/session.view.ts'
import { staffStore } from '../src/staff/staff.store.ts'

const startedAt = '2027-03-01T09:00:00.000Z'
const clock = fixedClock(startedAt)
let db: Database
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('session_messages'), {
    collections: schedulingCollections,
    checkPlans: true,
    clock,
  })
})
afterAll(() => db?.close())
beforeEach(() => {
  clock.set(startedAt)
})

/** Opens a workspace in Berlin with a client and a service, and functions to book and to read messages. */
const newScene = async (settings = { timeZone: 'Europe/Berlin', reminders: [1440, 120] }) => {
  const cache = versionedCache(db)
  let workspace = {
    id: newId(),
    version: 1,
    settings: { ...settings, currencyCode: 'EUR' },
    workingHours: null,
  } as unknown as SchedulingWorkspace
  const deps = {
    db,
    clock,
    cache,
    workspaces: { find: () => Promise.resolve(workspace) },
    clients: clientStore(db),
    offeredServices: offeredServiceStore(db, cache),
    staff: staffStore(db, cache),
    fields: fieldStore(db, cache),
    holidays: holidayStore(db, cache),
    sessions: sessionStore(db),
    sessionReminders: sessionReminderStore(db),
    bookingPages: bookingPageStore(db, cache),
    toBookingUrl: () => 'http://localhost/book',
    sessionView: sessionView('http://localhost'),
    attachments: {},
  } as unknown as SchedulingDeps
  const email = `${newId()}@customer.example`
  const client = await deps.clients.insert(workspace.id, { name: 'Sara', email, language: 'ar' })
  const service = await deps.offeredServices.insert(workspace.id, {
    name: 'Haircut',
    scope: 'sessions',
    durationMinutes: 30,
    price: 10,
    isActive: true,
  })

  /** Books a session; 10:00 in Berlin is 09:00 in UTC. */
  const book = async (fields: { date?: string; startTime?: string; clientId?: Id } = {}) =>
    (
      await createSession(deps, workspace, {
        name: 'Visit',
        clientId: client.id,
        serviceIds: [service.id],
        staffId: null,
        date: '2027-03-10',
        startTime: '10:00',
        durationMinutes: null,
        status: 'scheduled',
        questionCategory: null,
        fieldValues: [],
        ...fields,
      })
    ).session

  const messages = async () => {
    const found: CustomerMessage[] = []
    for await (const { envelope } of db.outbox.iterate(new Date(0))) {
      const event = JSON.parse(envelope) as { type: string; workspaceId: Id; data: CustomerMessage }
      if (event.workspaceId === workspace.id && event.type.includes('customer-message'))
        found.push(event.data)
    }
    return found
  }
  const types = async () => (await messages()).map(({ type }) => type.replace('booking.', ''))

  /** Runs the job as two replicas would, at the given time. */
  const runAt = async (time: string) => {
    clock.set(time)
    await Promise.all([
      sendReminders(
        deps,
        jobContext(() => undefined),
      ),
      sendReminders(
        deps,
        jobContext(() => undefined),
      ),
    ])
    await sendReminders(deps, jobContext())
  }

  /** Delivers the event of a version of the workspace. `copy` stores it as the copy of the workspace. */
  const deliverVersion = async (version: number, changes: object) => {
    const changed = { ...workspace, version, settings: { ...workspace.settings, ...changes } }
    const consumer = onWorkspaceChanged(deps) as unknown as { apply(events: object[]): Promise<void> }
    await consumer.apply([{ data: { workspace: changed } }])
    const copy = () => {
      workspace = changed
    }
    return { copy }
  }

  return { deps, client, email, book, messages, types, runAt, deliverVersion, current: () => workspace }
}

describe('createSession', () => {
  it("asks for a confirmation in the client's language", async () => {
    const { book, messages, email, client } = await newScene()
    const session = await book()
    expect(await messages()).toEqual([
      {
        type: 'booking.confirmed',
        recordId: session.id,
        version: client.id,
        recipient: { name: 'Sara', email, phone: null, language: 'ar' },
        details: {
          kind: 'booking',
          date: '2027-03-10',
          startTime: '10:00',
          endTime: '10:30',
          services: ['Haircut'],
          staff: null,
        },
        expiresAt: '2027-03-10T09:00:00.000Z',
      },
    ])
  })

  it('asks for no confirmation in the past or from a client without an address', async () => {
    const { book, messages, deps, current } = await newScene()
    await book({ date: '2027-03-01', startTime: '09:59' })
    const silent = await deps.clients.insert(current().id, { name: 'Ali' })
    await book({ clientId: silent.id })
    expect(await messages()).toEqual([])
  })
})

describe('sendReminders', () => {
  it('sends each reminder once and on time, whatever is repeated', async () => {
    const { book, messages, types, runAt } = await newScene()
    const session = await book()
    await runAt('2027-03-09T08:59:59.000Z')
    expect(await types()).toEqual(['confirmed'])
    await runAt('2027-03-09T09:00:00.000Z')
    await runAt('2027-03-09T09:05:00.000Z')
    expect(await types()).toEqual(['confirmed', 'reminder'])
    await runAt('2027-03-10T07:00:03.000Z')
    await runAt('2027-03-10T09:00:00.000Z')
    await runAt('2027-03-11T09:00:00.000Z')
    expect(await types()).toEqual(['confirmed', 'reminder', 'reminder'])
    const versions = (await messages()).slice(1).map(({ version }) => version)
    expect(versions).toEqual([`${session.startMinute}/1440`, `${session.startMinute}/120`])
  })

  it('sends the reminders of a moved session at its new time', async () => {
    const { book, messages, types, runAt, deps, current } = await newScene()
    const session = await book()
    await updateSession(deps, current(), session.id, { date: '2027-03-12' })
    await runAt('2027-03-10T07:00:00.000Z')
    expect(await types()).toEqual(['confirmed', 'changed'])
    await runAt('2027-03-11T09:00:00.000Z')
    expect(await types()).toEqual(['confirmed', 'changed', 'reminder'])
    const last = (await messages()).at(-1)
    expect(last).toMatchObject({ type: 'booking.reminder', details: { date: '2027-03-12' } })
    await updateSession(deps, current(), session.id, { date: '2027-03-11', startTime: '11:00' })
    await runAt('2027-03-11T09:30:00.000Z')
    expect(await types()).toEqual(['confirmed', 'changed', 'reminder', 'changed'])
  })

  it('sends none for a cancelled, deleted or started session', async () => {
    const { book, types, runAt, deps, current } = await newScene()
    const [cancelled, deleted, started] = [await book(), await book(), await book()]
    await setSessionStatus(deps, current(), cancelled.id, 'cancelled')
    await deleteSession(deps, current(), cancelled.id)
    await deleteSession(deps, current(), deleted.id)
    await setSessionStatus(deps, current(), started.id, 'in-progress')
    await runAt('2027-03-09T09:00:00.000Z')
    expect(await types()).toEqual(['confirmed', 'confirmed', 'confirmed', 'cancelled', 'cancelled'])
  })

  it('sends none late after an outage', async () => {
    const { book, types, runAt } = await newScene()
    await book()
    await runAt('2027-03-10T08:30:00.000Z')
    expect(await types()).toEqual(['confirmed'])
  })

  it('applies changes to the reminder times and the time zone, even before the workspace copy is updated', async () => {
    const { book, types, runAt, deliverVersion } = await newScene({
      timeZone: 'Europe/Berlin',
      reminders: [],
    })
    await book()
    await runAt('2027-03-02T09:00:00.000Z')
    const { copy } = await deliverVersion(2, { reminders: [60] })
    await runAt('2027-03-10T08:00:00.000Z')
    expect(await types()).toEqual(['confirmed'])
    copy()
    await runAt('2027-03-10T08:00:05.000Z')
    expect(await types()).toEqual(['confirmed', 'reminder'])

    const other = await newScene()
    clock.set(startedAt)
    await other.book()
    const inUtc = await other.deliverVersion(2, { timeZone: 'UTC' })
    inUtc.copy()
    await other.runAt('2027-03-09T09:00:00.000Z')
    expect(await other.types()).toEqual(['confirmed'])
    await other.runAt('2027-03-09T10:00:00.000Z')
    expect(await other.types()).toEqual(['confirmed', 'reminder'])
  })
})

describe('reminder-settings', () => {
  it('follows the newest version of the workspace when an older one arrives after it', async () => {
    const { book, types, runAt, deliverVersion } = await newScene()
    await book()
    await runAt('2027-03-02T09:00:00.000Z')
    const newest = await deliverVersion(3, { reminders: [60] })
    const older = await deliverVersion(2, { reminders: [] })
    older.copy()
    await runAt('2027-03-02T10:00:00.000Z')
    newest.copy()
    await runAt('2027-03-10T08:00:00.000Z')
    expect(await types()).toEqual(['confirmed', 'reminder'])
  })
})

describe('a process whose system time is 31 days ahead', () => {
  const ahead = fixedClock('2027-04-01T09:00:00.000Z')

  it('neither sends nor removes reminders, and still schedules those of a new booking on time', async () => {
    const { book, types, runAt, deps } = await newScene()
    await book()
    await runAt('2027-03-02T09:00:00.000Z')
    deps.clock = ahead
    await sendReminders(deps, jobContext())
    await book()
    expect(await types()).toEqual(['confirmed', 'confirmed'])
    await runAt('2027-03-09T09:00:00.000Z')
    expect(await types()).toEqual(['confirmed', 'confirmed', 'reminder', 'reminder'])
  })
})

describe('updateSession', () => {
  it('informs the client about a new staff member or service, but not about notes', async () => {
    const { book, types, deps, current } = await newScene()
    const session = await book()
    await updateSession(deps, current(), session.id, { name: 'Second visit' })
    expect(await types()).toEqual(['confirmed'])
    const colour = await deps.offeredServices.insert(current().id, {
      name: 'Colour',
      scope: 'sessions',
      durationMinutes: 30,
      price: 10,
      isActive: true,
    })
    await updateSession(deps, current(), session.id, { serviceIds: [colour.id] })
    expect(await types()).toEqual(['confirmed', 'changed'])
  })

  it('confirms a session to another client and cancels it for the previous one', async () => {
    const { book, messages, deps, current, client } = await newScene()
    const session = await book()
    const other = await deps.clients.insert(current().id, { name: 'Mona', email: 'mona@customer.example' })
    await updateSession(deps, current(), session.id, { clientId: other.id })
    expect((await messages()).map(({ type, version }) => [type, version])).toEqual([
      ['booking.confirmed', client.id],
      ['booking.cancelled', client.id],
      ['booking.confirmed', other.id],
    ])
  })
})
