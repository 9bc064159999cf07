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
  return {
    deliver: (version: number) => deps.db.transaction(() => consumer.handle(toEvent(version))),
    deliverBatch: (...versions: number[]) =>
      deps.db.transaction(() => consumer.inBatches(versions.map(toEvent))),
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
    const { deliver, deliverBatch, read } = await newScene()
    await Promise.all([deliver(2), deliverBatch(4, 1, 3), deliver(1)])
    expect(await read()).toMatchObject({ workspaceVersion: 4, name: 'Shop 4', version: 1 })
    const opened = await own.billing.events('wp.admin-billing.subscription.opened.v1', (await read())!.id)
    expect(opened).toHaveLength(1)
  })
})
