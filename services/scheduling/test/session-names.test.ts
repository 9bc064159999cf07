import { AsyncLocalStorage } from 'node:async_hooks'
import { fixedClock, newId } from '@wp/kernel'
import { versionedCache } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { jobContext, memoize, openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ClientChanged } from '../src/clients/client.events.ts'
import { clientStore } from '../src/clients/client.store.ts'
import { onNameChanged } from '../src/consumers/on-name-changed.ts'
import { ServiceChanged } from '../src/offered-services/offered-service.events.ts'
import { offeredServiceStore } from '../src/offered-services/offered-service.store.ts'
import { schedulingCollections } from '../src/service.ts'
import { sessionRenameStore } from '../src/sessions/session-rename.store.ts'
import { repeatRenames } from '../src/sessions/session-rename.actions.ts'
import type { RenameDeps } from '../src/sessions/session-rename.actions.ts'
import { sessionStore } from '../src/sessions/session.store.ts'
import { StaffChanged } from '../src/staff/staff.events.ts'
import { staffCollection, staffStore } from '../src/staff/staff.store.ts'
import { toStaffRecord } from './staff-records.ts'

const clock = fixedClock('2027-03-01T09:00:00Z')
let db: Database
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('session_names'), { collections: schedulingCollections, clock })
})
afterAll(() => db?.close())

const kinds = ['client', 'staff', 'service'] as const
type Kind = (typeof kinds)[number]
const events = { client: ClientChanged, staff: StaffChanged, service: ServiceChanged }
const stores = { client: 'clients', staff: 'staff', service: 'offeredServices' } as const

/** Stores a session with "Old" as the name of its client, staff member and service. */
const newScene = async (kind: Kind) => {
  const workspaceId = newId()
  const cache = versionedCache(db)
  const deps: RenameDeps = {
    db,
    clients: clientStore(db),
    staff: staffStore(db, cache),
    offeredServices: offeredServiceStore(db, cache),
    sessions: sessionStore(db),
    sessionRenames: sessionRenameStore(db),
    clock,
  }
  const client = await deps.clients.insert(workspaceId, { name: 'Old' })
  const member = await db.tenant(staffCollection)(workspaceId).insert(toStaffRecord(newId(), newId()))
  const service = await deps.offeredServices.insert(workspaceId, {
    name: 'Old',
    scope: 'sessions',
    durationMinutes: 30,
    price: 10,
    isActive: true,
  })
  const id = { client: client.id, staff: member.id, service: service.id }[kind]
  const session = await deps.sessions.insert(workspaceId, {
    id: newId(),
    name: 'Visit',
    clientId: client.id,
    clientName: 'Old',
    services: [{ serviceId: service.id, name: 'Old' }],
    staffId: member.id,
    staffName: 'Old',
    date: '2027-03-10',
    startMinute: 0,
    endMinute: 30,
    durationMinutes: 30,
    status: 'scheduled',
    questionCategory: null,
    fieldValues: '[]',
    valueKeys: [],
    uniqueKeys: [],
    notes: [],
    attachments: [],
    invoice: null,
  })
  const outside = AsyncLocalStorage.snapshot()
  const rename = (name: string) =>
    outside(() =>
      db.transaction(async () => {
        if (kind === 'client') await deps.clients.update(workspaceId, id, { name })
        else if (kind === 'staff') await deps.staff.update(workspaceId, id, { name })
        else await deps.offeredServices.update(workspaceId, id, { name })
      }),
    )
  const toEvent = (name: string) => {
    const record = { id, name, createdAt: '1', updatedAt: '2' }
    return { type: events[kind].type, workspaceId, data: { [kind]: record } }
  }
  /** Delivers the event of a rename to one replica. */
  const deliver = (name: string, replica = deps) =>
    outside(() => db.transaction((tx) => consumerOf(replica).handle(toEvent(name), tx)))
  /** Delivers the events of several renames to one replica in one batch. */
  const deliverAll = (newNames: string[], replica = deps) =>
    outside(() => db.transaction((tx) => consumerOf(replica).inBatches(newNames.map(toEvent), tx)))
  const names = async () => {
    const { clientName, staffName, services } = await deps.sessions.get(workspaceId, session.id)
    return { client: clientName, staff: staffName, service: services[0]?.name }
  }
  return { deps, rename, deliver, deliverAll, names }
}

const consumerOf = (deps: RenameDeps) =>
  onNameChanged(deps) as unknown as {
    handle(event: unknown, tx: unknown): Promise<void>
    inBatches(events: readonly unknown[], tx: unknown): Promise<void>
  }

describe('onNameChanged', () => {
  it.each(kinds)('keeps the newest name of a %s when events arrive out of order', async (kind) => {
    const { rename, deliver, names } = await newScene(kind)
    await rename('First')
    await rename('Second')
    await deliver('Second')
    await deliver('First')
    expect(await names()).toEqual({ client: 'Old', staff: 'Old', service: 'Old', [kind]: 'Second' })
  })

  it.each(kinds)('renames a %s once for all its events in a batch', async (kind) => {
    const { deps, rename, deliverAll, names } = await newScene(kind)
    await rename('First')
    await rename('Second')
    const store = deps[stores[kind]]
    const findName = vi.fn<typeof store.findName>(store.findName)
    await deliverAll(['First', 'Second', 'First'], { ...deps, [stores[kind]]: { ...store, findName } })
    expect(findName).toHaveBeenCalledTimes(1)
    expect(await names()).toMatchObject({ [kind]: 'Second' })
  })

  it.each(kinds)('keeps the newest name of a %s when two replicas rename concurrently', async (kind) => {
    const { deps, rename, deliver, names } = await newScene(kind)
    await rename('First')
    const overtaken = memoize(async () => {
      await rename('Second')
      await deliver('Second')
    })
    const store = deps[stores[kind]]
    const findName: typeof store.findName = async (...args) => {
      const found = await store.findName(...args)
      await overtaken()
      return found
    }
    await deliver('First', { ...deps, [stores[kind]]: { ...store, findName } })
    expect(await names()).toMatchObject({ [kind]: 'Second' })
  })
})

describe('repeatRenames', () => {
  it.each(kinds)('writes the current name of a %s, even after an older event', async (kind) => {
    const { deps, rename, deliver, names } = await newScene(kind)
    await rename('First')
    await deliver('First')
    await rename('Second')
    clock.advance(60_000)
    await repeatRenames(deps, jobContext())
    expect(await names()).toMatchObject({ [kind]: 'Second' })
  })
})
