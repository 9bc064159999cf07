import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Consumer } from '@wp/bus'
import { startServer } from '@wp/embedded-mongo'
import { AppError, newId, systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { adminBillingService, identityService } from '@wp/protos'
import type { RpcService } from '@wp/protos'
import { implement, rpcClient, rpcServer } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  SubscriptionChanged,
  workspaceCopies,
  workspaceCopiesCollection,
  WorkspaceUpdated,
} from '../src/index.ts'
import type { SubscriptionState, WorkspaceCopies, WorkspaceState } from '../src/index.ts'

const logger = createLogger({ service: 'test', level: 'silent' })
const metrics = createMetrics('test')
const settings = {
  preventOverlap: true,
  blockHolidays: false,
  timeZone: 'Africa/Cairo',
  currencyCode: 'EGP',
  locale: 'ar',
}

const workspace = (id: Id, version: number, name: string | null = `v${version}`): WorkspaceState => ({
  id,
  version,
  name,
  slogan: null,
  email: 'a@example.com',
  phone: '+201000000000',
  phoneVerified: false,
  businessCategorySlug: 'salon',
  marketingOptIn: false,
  planId: 'a'.repeat(24),
  ownerAccountId: 'b'.repeat(24),
  settings,
  workingHours: null,
  createdAt: '2027-01-01T00:00:00.000Z',
})
const subscription = (workspaceId: Id, version: number, end: string | null): SubscriptionState => ({
  workspaceId,
  version,
  planId: 'c'.repeat(24),
  planSlug: 'pro',
  subscriptionEndDate: end,
  discountPercentage: null,
  additionalStorageMB: 0,
  limits: { maxStaff: 3, storageMb: null },
})

/** Implements a gRPC service on which only the given methods succeed. */
const serving = <Definition>(
  service: RpcService<Definition>,
  can: Record<string, (request: never) => unknown>,
) => {
  const cannot = () => Promise.reject(new Error('not served here'))
  const methods = Object.keys(service.definition).map((name) => name.charAt(0).toLowerCase() + name.slice(1))
  return implement(service, { ...Object.fromEntries(methods.map((name) => [name, cannot])), ...can } as never)
}

/** The records that the fake identity and admin-billing return. */
const known = { workspaces: new Map<Id, WorkspaceState>(), subscriptions: new Map<Id, SubscriptionState>() }
let asked = 0
let isAway = false

const open: (() => Promise<unknown> | void)[] = []
let db: Database
let copies: WorkspaceCopies

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wp-workspaces-'))
  open.push(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startServer({ dataDir })
  open.push(() => server.close())
  db = await openDatabase({
    url: server.uri,
    name: 'scratch',
    clock: systemClock,
    logger,
    metrics,
    collections: [workspaceCopiesCollection],
  })
  open.push(() => db.close())
  const doors = rpcServer({
    host: '127.0.0.1',
    port: 0,
    logger,
    metrics,
    development: false,
    services: [
      serving(identityService, {
        getWorkspace: ({ workspaceId }: { workspaceId: Id }) => {
          asked += 1
          if (isAway) throw new AppError('UNAVAILABLE', 'identity is unavailable')
          const found = known.workspaces.get(workspaceId)
          return Promise.resolve({ workspace: found ? { ...found, updatedAt: found.createdAt } : null })
        },
      }),
      serving(adminBillingService, {
        getSubscription: ({ workspaceId }: { workspaceId: Id }) => {
          const found = known.subscriptions.get(workspaceId)
          return Promise.resolve({
            subscription: found ? { ...found, additionalStorageMb: found.additionalStorageMB } : null,
          })
        },
      }),
    ],
  })
  await doors.start()
  open.push(() => doors.close())
  const options = { addresses: doors.address, metrics, logger }
  const [identity, billing] = [rpcClient(identityService, options), rpcClient(adminBillingService, options)]
  open.push(() => {
    identity.close()
    billing.close()
  })
  copies = workspaceCopies({ db, identity, billing, clock: systemClock, logger })
})
afterAll(async () => {
  for (const close of open.toReversed()) await close()
})
beforeEach(() => {
  asked = 0
  isAway = false
})

const tell = async (type: string, data: object): Promise<void> => {
  const consumer = copies.consumers.find(({ events }) =>
    events.some((event) => event.type === type),
  ) as Consumer
  const envelope = {
    id: newId(),
    type,
    time: '',
    workspaceId: null,
    requestId: null,
    traceparent: null,
    data,
  }
  if ('apply' in consumer) await consumer.apply([envelope])
}

describe('workspaceCopies', () => {
  it('fetches an unknown workspace once from identity and admin-billing and stores it', async () => {
    const id = newId()
    known.workspaces.set(id, workspace(id, 1))
    known.subscriptions.set(id, subscription(id, 1, '2027-06-01T00:00:00.000Z'))
    const views = await Promise.all([copies.find(id), copies.find(id), copies.find(id)])
    expect(views[0]).toMatchObject({
      id,
      name: 'v1',
      settings,
      workingHours: null,
      subscriptionEndDate: new Date('2027-06-01T00:00:00.000Z'),
    })
    expect(asked).toBe(1)
    isAway = true
    expect(await copies.find(id)).toEqual(views[0])
  })

  it("stores a fetched workspace outside the caller's transaction", async () => {
    const id = newId()
    known.workspaces.set(id, workspace(id, 1))
    known.subscriptions.set(id, subscription(id, 1, null))
    const rolledBack = db.transaction(async () => {
      expect(await copies.find(id)).toMatchObject({ name: 'v1' })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const stored = await db.global(workspaceCopiesCollection)().findOne({ id })
    expect(stored).toMatchObject({ workspace: { version: 1 }, subscription: { version: 1 } })
  })

  it('does not copy a new workspace and its subscription before they are used', () => {
    const types = copies.consumers.flatMap(({ events }) => events.map(({ type }) => type))
    expect(types).toEqual([WorkspaceUpdated.type, SubscriptionChanged.type])
    const consumer = copies.consumers.find(({ name }) => name === 'subscription-copies')!
    const isIgnored = (version: number) =>
      consumer.ignores!({ data: { subscription: subscription(newId(), version, null) } } as never)
    expect([1, 2].map(isIgnored)).toEqual([true, false])
  })

  it('returns null for a workspace that does not exist and finds it once it exists', async () => {
    const id = newId()
    expect(await copies.find(id)).toBeNull()
    known.workspaces.set(id, workspace(id, 1))
    expect(await copies.find(id)).toMatchObject({ id, name: 'v1', subscriptionEndDate: null })
  })

  it('throws UNAVAILABLE when identity cannot be reached', async () => {
    isAway = true
    await expect(copies.find(newId())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('applies events immediately and ignores older ones', async () => {
    const id = newId()
    await tell(WorkspaceUpdated.type, { workspace: workspace(id, 2) })
    await tell(SubscriptionChanged.type, { subscription: subscription(id, 5, null) })
    expect(await copies.find(id)).toMatchObject({ name: 'v2', subscriptionEndDate: null })
    await tell(WorkspaceUpdated.type, { workspace: workspace(id, 3) })
    await tell(SubscriptionChanged.type, { subscription: subscription(id, 6, '2027-01-02T00:00:00.000Z') })
    const fresh = { name: 'v3', subscriptionEndDate: new Date('2027-01-02T00:00:00.000Z') }
    expect(await copies.find(id)).toMatchObject(fresh)
    await tell(WorkspaceUpdated.type, { workspace: workspace(id, 2) })
    await tell(SubscriptionChanged.type, { subscription: subscription(id, 5, null) })
    expect(await copies.find(id)).toMatchObject(fresh)
    expect(asked).toBe(0)
  })

  it('keeps a newer event that arrives while the workspace is being fetched', async () => {
    const id = newId()
    known.workspaces.set(id, workspace(id, 1))
    await tell(SubscriptionChanged.type, { subscription: subscription(id, 1, null) })
    await Promise.all([copies.find(id), tell(WorkspaceUpdated.type, { workspace: workspace(id, 2) })])
    await expect.poll(async () => (await copies.find(id))?.name).toBe('v2')
  })

  it('keeps the newest workspace and subscription when events arrive concurrently', async () => {
    const id = newId()
    const versions = [2, 4, 1, 3]
    await Promise.all(
      versions.flatMap((version) => [
        tell(WorkspaceUpdated.type, { workspace: workspace(id, version) }),
        tell(SubscriptionChanged.type, {
          subscription: { ...subscription(id, version, null), planSlug: `p${version}` },
        }),
      ]),
    )
    expect(await copies.find(id)).toMatchObject({ name: 'v4' })
    const stored = await db.global(workspaceCopiesCollection)().get({ id })
    expect(stored).toMatchObject({ workspace: { version: 4 }, subscription: { version: 4, planSlug: 'p4' } })
    expect(asked).toBe(0)
  })
})
