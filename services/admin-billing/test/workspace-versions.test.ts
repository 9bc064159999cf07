import { fixedClock, newId } from '@wp/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onWorkspaceChanged } from '../src/consumers/on-workspace-changed.ts'
import { ownBilling, signedUp } from './billing-database.ts'

const clock = fixedClock('2027-03-01T09:00:00.000Z')
let own: Awaited<ReturnType<typeof ownBilling>>
beforeAll(async () => {
  own = await ownBilling(clock)
})
afterAll(() => own?.stop())

/** Returns functions that deliver versions of a workspace and read its copy. */
const newScene = async () => {
  const { deps } = own.billing
  const [plan] = await deps.plans.listBySlug(['free'])
  const id = newId()
  const consumer = onWorkspaceChanged(deps) as unknown as {
    handle: (event: unknown) => Promise<void>
    inBatches: (events: readonly unknown[]) => Promise<void>
  }
  const toEvent = (version: number) => ({
    data: { workspace: { ...signedUp(id, plan!.id, 'retail', clock), version, name: `Shop ${version}` } },
  })
  const toCreated = (subscriptionEndDate: string | null) => ({
    data: { ...toEvent(1).data, subscriptionEndDate },
  })
  return {
    deliver: (version: number) => deps.db.transaction(() => consumer.handle(toEvent(version))),
    deliverBatch: (...versions: number[]) =>
      deps.db.transaction(() => consumer.inBatches(versions.map(toEvent))),
    deliverCreated: (end: string | null) => deps.db.transaction(() => consumer.handle(toCreated(end))),
    deliverCreatedAndUpdated: (end: string | null) =>
      deps.db.transaction(() => consumer.inBatches([toCreated(end), toEvent(2)])),
    countOpened: async () => (await own.billing.events('wp.admin-billing.subscription.opened.v1', id)).length,
    read: () => deps.subscriptions.find(id),
  }
}

describe('onWorkspaceChanged', () => {
  it('keeps the newest version when events arrive out of order or at the same time', async () => {
    const { deliver, read } = await newScene()
    for (const version of [3, 1, 2]) await deliver(version)
    expect(await read()).toMatchObject({ workspaceVersion: 3, name: 'Shop 3', version: 1 })
    await Promise.all([6, 4, 5].map(deliver))
    expect(await read()).toMatchObject({ workspaceVersion: 6, name: 'Shop 6' })
  })

  it('opens one subscription when the first events arrive out of order at two replicas', async () => {
    const { deliver, deliverBatch, read, countOpened } = await newScene()
    await Promise.all([deliver(2), deliverBatch(4, 1, 3), deliver(1)])
    expect(await read()).toMatchObject({ workspaceVersion: 4, name: 'Shop 4', version: 1 })
    expect(await countOpened()).toBe(1)
  })

  it('does not publish a new subscription whose end date identity already knows', async () => {
    const [one, batch] = [await newScene(), await newScene()]
    await one.deliverCreated(null)
    await batch.deliverCreatedAndUpdated(null)
    for (const { read, countOpened } of [one, batch]) {
      expect(await read()).toMatchObject({ version: 1, subscriptionEndDate: null })
      expect(await countOpened()).toBe(0)
    }
  })

  it('publishes a new subscription whose end date differs from that of identity', async () => {
    const [one, batch] = [await newScene(), await newScene()]
    await one.deliverCreated('2027-03-15T09:00:00.000Z')
    await batch.deliverCreatedAndUpdated('2027-03-15T09:00:00.000Z')
    expect(await one.countOpened()).toBe(1)
    expect(await batch.countOpened()).toBe(1)
  })
})
