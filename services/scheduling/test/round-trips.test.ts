import { newId, systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { versionedCache, openDatabase } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { platform, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookingPageStore } from '../src/booking-pages/booking-page.store.ts'
import { clientHandlers } from '../src/clients/client.handlers.ts'
import { clientStore } from '../src/clients/client.store.ts'
import type { SchedulingDeps, SchedulingWorkspace } from '../src/deps.ts'
import { fieldStore } from '../src/fields/field.store.ts'
import { holidayStore } from '../src/holidays/holiday.store.ts'
import { schedulingCollections } from '../src/service.ts'
import { offeredServiceStore } from '../src/offered-services/offered-service.store.ts'
import { createSession } from '../src/sessions/session.actions.ts'
import { sessionReminderStore } from '../src/sessions/session-reminder.store.ts'
import { sessionStore } from '../src/sessions/session.store.ts'
import { sessionView } from '../src/sessions/session.view.ts'
import { staffCollection, staffStore } from '../src/staff/staff.store.ts'
import { toStaffRecord } from './staff-records.ts'

/** Returns the stores of one replica, with its own cache. */
const openReplica = (db: Database) => {
  const cache = versionedCache(db)
  return {
    db,
    clock: systemClock,
    cache,
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
  }
}

/** Opens the stores on a separate database, so that only these tests' operations are counted. */
const openScene = async () => {
  const metrics = createMetrics('test')
  const db = await openDatabase({
    url: platform().mongoUrl,
    name: uniqueName('round_trips'),
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics,
    collections: schedulingCollections,
  })
  const deps = openReplica(db)
  /** Returns the names of the database operations that `work` runs. */
  const countDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = await counts(metrics)
    await work()
    const after = await counts(metrics)
    return [...after].flatMap(([name, count]) =>
      Array.from({ length: count - (before.get(name) ?? 0) }, () => name),
    )
  }
  return { db, deps, countDuring }
}

const counts = async ({ registry }: ReturnType<typeof createMetrics>): Promise<Map<string, number>> => {
  const metric = await registry.getSingleMetric('db_operation_seconds')!.get()
  return new Map(
    metric.values
      .filter((value) => (value as { metricName?: string }).metricName === 'db_operation_seconds_count')
      .map(({ labels, value }) => [`${labels['collection']} ${labels['operation']}`, value]),
  )
}

let scene: Awaited<ReturnType<typeof openScene>>
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.db.close())

const call = (id: string, request: object): Promise<unknown> => {
  const bound = clientHandlers(scene.deps as unknown as SchedulingDeps).find(({ route }) => route.id === id)!
  return Promise.resolve(bound.handler(request as never, undefined as never))
}

const toWorkspace = (id: Id) =>
  ({
    id,
    version: 1,
    settings: { currencyCode: 'USD', timeZone: 'UTC', reminders: [] },
  }) as unknown as SchedulingWorkspace
const newMember = (workspaceId: Id, id: Id) =>
  scene.db.tenant(staffCollection)(workspaceId).insert(toStaffRecord(id, newId()))

const requiredField = {
  subject: 'sessions' as const,
  key: 'allergies',
  label: 'Allergies',
  description: null,
  type: 'text' as const,
  isRequired: true,
  isUnique: false,
  isFilterable: false,
  order: 1,
  options: null,
  metadata: null,
  phase: 'pre' as const,
  category: null,
}

describe('database round trips', () => {
  it('uses one operation to get a client, two to list clients and three to create one', async () => {
    const workspaceId = newId()
    const workspace = toWorkspace(workspaceId)
    const client = await scene.deps.clients.insert(workspaceId, { name: 'Ali' })
    expect(
      await scene.countDuring(() => call('getClient', { workspaceId, params: { clientId: client.id } })),
    ).toEqual(['clients findOne'])
    const listing = () => call('listClients', { workspaceId, query: { page: 1, limit: 20 } })
    expect((await scene.countDuring(listing)).toSorted()).toEqual(['clients count', 'clients find'])
    const creating = () => call('createClient', { workspaceId, workspace, body: { name: 'Mona' } })
    expect((await scene.countDuring(creating)).toSorted()).toEqual([
      'clients insert',
      'outbox insert',
      'transaction commit',
    ])
  })

  it('uses seven operations for a booking with a warm cache, and does not use outdated cached records', async () => {
    const { deps, countDuring } = scene
    const workspaceId = newId()
    const staffId = newId()
    const client = await deps.clients.insert(workspaceId, { name: 'Ali' })
    const service = await deps.offeredServices.insert(workspaceId, {
      name: 'Haircut',
      scope: 'sessions',
      durationMinutes: 30,
      price: 10,
      isActive: true,
    })
    await newMember(workspaceId, staffId)
    const book = (startTime: string) =>
      createSession(deps as unknown as SchedulingDeps, toWorkspace(workspaceId), {
        name: 'Visit',
        clientId: client.id,
        serviceIds: [service.id],
        staffId,
        date: '2027-03-10',
        startTime,
        durationMinutes: null,
        status: 'scheduled',
        questionCategory: null,
        fieldValues: [],
      })
    await book('09:00')
    expect((await countDuring(() => book('10:00'))).toSorted()).toEqual([
      'clients findOne',
      'copy_versions findOne',
      'outbox insert',
      'session_reminders insert',
      'sessions find',
      'sessions insert',
      'transaction commit',
    ])

    // A booking after each change, because one change invalidates all cached records of the workspace.
    const other = openReplica(scene.db)
    await other.db.transaction(() =>
      other.offeredServices.update(workspaceId, service.id, { name: 'Cut', durationMinutes: 45 }),
    )
    expect(await book('11:00')).toMatchObject({
      session: { services: [{ name: 'Cut' }], durationMinutes: 45 },
      warnings: [],
    })
    await other.db.transaction(() => other.staff.update(workspaceId, staffId, { name: 'Mona Haddad' }))
    expect(await book('12:00')).toMatchObject({ session: { staffName: 'Mona Haddad' } })
    await other.db.transaction(() =>
      other.holidays.insert(workspaceId, {
        name: 'Eid',
        anchorDate: '2027-03-10',
        isRecurring: false,
        recurrenceRule: null,
      }),
    )
    expect(await book('13:00')).toMatchObject({ warnings: ['HOLIDAY'] })
    const field = await other.db.transaction(() => other.fields.insert(workspaceId, requiredField))
    await expect(book('14:00')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await other.db.transaction(() => other.fields.remove(workspaceId, field.id))
    await other.db.transaction(() => other.offeredServices.remove(workspaceId, service.id, new Date()))
    await expect(book('15:00')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
