import { newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onSubscriptionChanged } from '../src/consumers/on-subscription-changed.ts'
import type { IdentityDeps } from '../src/deps.ts'
import { identityCollections } from '../src/service.ts'
import { workspaceCollection, workspaceStore } from '../src/workspaces/workspace.store.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('subscription_versions'), { collections: identityCollections })
})
afterAll(() => db?.close())

/** Stores a workspace, and returns functions that deliver and read its subscription. */
const newScene = async () => {
  const workspaceId = newId()
  const workspaces = workspaceStore(db)
  await db
    .global(workspaceCollection)()
    .insert({
      id: workspaceId,
      version: 1,
      ownerAccountId: newId(),
      name: 'Shop',
      subscription: { version: 0, planId: newId(), discountPercentage: null, subscriptionEndDate: null },
    } as never)
  const consumer = onSubscriptionChanged({ workspaces } as IdentityDeps) as unknown as {
    apply: (events: readonly unknown[]) => Promise<void>
  }
  const planId = newId()
  return {
    deliver: (...versions: number[]) =>
      consumer.apply(
        versions.map((version) => ({
          data: {
            subscription: {
              workspaceId,
              version,
              planId,
              discountPercentage: version,
              subscriptionEndDate: `2027-03-0${version}T00:00:00.000Z`,
            },
          },
        })),
      ),
    read: async () => (await workspaces.get(workspaceId)).subscription,
  }
}

describe('onSubscriptionChanged', () => {
  it('keeps the newest version when events arrive out of order or at the same time', async () => {
    const { deliver, read } = await newScene()
    for (const version of [3, 1, 2]) await deliver(version)
    expect(await read()).toMatchObject({ version: 3, discountPercentage: 3 })
    await Promise.all([6, 4, 5].map((version) => deliver(version)))
    expect(await read()).toMatchObject({
      version: 6,
      discountPercentage: 6,
      subscriptionEndDate: new Date('2027-03-06T00:00:00.000Z'),
    })
  })

  it('applies the newest version of a batch', async () => {
    const { deliver, read } = await newScene()
    await Promise.all([deliver(2, 5, 1), deliver(4, 3)])
    expect(await read()).toMatchObject({ version: 5, discountPercentage: 5 })
  })
})
