import { AsyncLocalStorage } from 'node:async_hooks'
import { fixedClock, newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { memoize, openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisStore } from '../src/analyses/analysis.store.ts'
import { onClientChanged } from '../src/consumers/on-client-changed.ts'
import { couponStore } from '../src/coupons/coupon.store.ts'
import type { LabsDeps } from '../src/deps.ts'
import { clientNameStore } from '../src/lab-tests/client-name.store.ts'
import { createLabTest, getClient as getLabClient, updateLabTest } from '../src/lab-tests/lab-test.actions.ts'
import { labTestStore } from '../src/lab-tests/lab-test.store.ts'
import { labsCollections } from '../src/service.ts'
import { unitStore } from '../src/units/unit.store.ts'

const clock = fixedClock('2027-03-01T09:00:00Z')
let db: Database
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('client_names'), { collections: labsCollections, clock })
})
afterAll(() => db?.close())

/** A workspace with an analysis and a client whose name is "Name <version>". */
const newScene = async () => {
  const workspaceId = newId()
  const clientId = newId()
  let version = 1
  const [coupons, analyses] = [couponStore(db), analysisStore(db)]
  const stores = {
    labTests: labTestStore(db),
    clientNames: clientNameStore(db),
    analyses,
    coupons,
    units: unitStore(db),
  }
  const fields = { testName: 'Glucose', reportName: 'Glucose', billName: 'Glucose', price: 10, unitId: null }
  const analysis = await analyses.insert(workspaceId, fields)
  const getClient = () =>
    Promise.resolve({ client: { id: clientId, name: `Name ${version}`, gender: 'female', version } })
  const consumerOf = (replica: typeof stores) =>
    onClientChanged(replica) as unknown as {
      handle: (event: unknown, tx: unknown) => Promise<void>
      inBatches: (events: readonly unknown[], tx: unknown) => Promise<void>
    }
  const toEvent = (of: number) => {
    const client = { id: clientId, name: `Name ${of}`, createdAt: '1', updatedAt: '2' }
    return { workspaceId, data: { client, version: of } }
  }
  const outside = AsyncLocalStorage.snapshot()
  const deliver = (of: number) =>
    outside(() => db.transaction((tx) => consumerOf(stores).handle(toEvent(of), tx)))
  /** Delivers the events of several renames in one batch. */
  const deliverAll = (versions: number[], replica = stores) =>
    outside(() => db.transaction((tx) => consumerOf(replica).inBatches(versions.map(toEvent), tx)))
  /** Takes effect once, because retried transactions call it again. */
  const rename = memoize(() => {
    version += 1
    return deliver(version)
  })
  const deps = { ...stores, db, clock, people: { getClient } } as unknown as LabsDeps
  const create = async (changes: Partial<LabsDeps> = {}) =>
    createLabTest(
      { ...deps, ...changes },
      workspaceId,
      'USD',
      await getLabClient(deps, workspaceId, clientId),
      { testDate: '2027-03-10', analysisIds: [analysis.id], couponCode: null },
      newId(),
    )
  const nameIn = async ({ id }: { id: string }) => (await stores.labTests.get(workspaceId, id)).clientName
  const renamingDb: Database = {
    ...db,
    transaction: async (work) => {
      await rename()
      return db.transaction(work)
    },
  }
  return { workspaceId, clientId, deps, stores, create, rename, renamingDb, deliver, deliverAll, nameIn }
}

describe('createLabTest', () => {
  it('stores the new name of a client who is renamed before the transaction', async () => {
    const { create, renamingDb, nameIn } = await newScene()
    expect(await nameIn(await create({ db: renamingDb }))).toBe('Name 2')
  })

  it('stores the new name of a client who is renamed inside the transaction', async () => {
    const { create, rename, nameIn, stores } = await newScene()
    const listOrderable: typeof stores.analyses.listOrderable = async (...args) => {
      await rename()
      return stores.analyses.listOrderable(...args)
    }
    expect(await nameIn(await create({ analyses: { ...stores.analyses, listOrderable } }))).toBe('Name 2')
  })

  it('stores the new name of a client who is renamed while the test is inserted', async () => {
    const { create, rename, nameIn, stores } = await newScene()
    await create()
    let renaming: Promise<void> | undefined
    const insert: typeof stores.labTests.insert = (...args) => {
      renaming = rename()
      return stores.labTests.insert(...args)
    }
    const created = await create({ labTests: { ...stores.labTests, insert } })
    await renaming
    expect(await nameIn(created)).toBe('Name 2')
  })
})

describe('updateLabTest', () => {
  it('stores the new name of a client who is renamed before the transaction', async () => {
    const { workspaceId, clientId, create, deps, renamingDb, nameIn } = await newScene()
    const { id } = await create()
    await updateLabTest({ ...deps, db: renamingDb }, workspaceId, id, { clientId })
    expect(await nameIn({ id })).toBe('Name 2')
  })
})

describe('onClientChanged', () => {
  it('keeps the newest name when events arrive out of order', async () => {
    const { create, deliver, nameIn } = await newScene()
    const created = await create()
    for (const version of [3, 2, 5, 4, 5, 1]) await deliver(version)
    expect(await nameIn(created)).toBe('Name 5')
  })

  it('renames a client once for all events in a batch', async () => {
    const { stores, create, deliverAll, nameIn } = await newScene()
    const created = await create()
    const renameClient = vi.fn<typeof stores.labTests.renameClient>(stores.labTests.renameClient)
    await deliverAll([2, 4, 3], { ...stores, labTests: { ...stores.labTests, renameClient } })
    expect(renameClient).toHaveBeenCalledTimes(1)
    expect(await nameIn(created)).toBe('Name 4')
  })

  it('keeps the newest name when events are handled concurrently', async () => {
    const { create, deliver, nameIn } = await newScene()
    const created = await create()
    await Promise.all([6, 2, 5, 3].map(deliver))
    expect(await nameIn(created)).toBe('Name 6')
  })
})
