import { eventually } from '@wp/testing'
import { expect, it } from 'vitest'
import { isFull, signal } from './scene.ts'
import type { Scene } from './scene.ts'

const allFaults = [
  { peer: 'admin-billing', fault: 'stalls', begin: 'SIGSTOP', end: 'SIGCONT' },
  { peer: 'admin-billing', fault: 'is killed', begin: 'SIGKILL', end: null },
  { peer: 'identity', fault: 'stalls', begin: 'SIGSTOP', end: 'SIGCONT' },
  { peer: 'identity', fault: 'is killed', begin: 'SIGKILL', end: null },
] as const

/** In `npm test`, only admin-billing fails, because faults in identity stop a signup before it starts. */
const faults = isFull ? allFaults : allFaults.filter(({ peer }) => peer === 'admin-billing')
const signupsEach = 4

export const signupRows = (scene: () => Scene): void => {
  it.each(faults)(
    'completes or undoes every signup in both services while $peer $fault',
    async ({ peer, begin, end }) => {
      const acknowledged: string[] = []
      const statuses = new Set<number>()
      const signUp = async (): Promise<void> => {
        const reply = await scene().askToSignUp()
        const { workspace } = (await reply.json()) as { workspace?: { id: string } }
        statuses.add(reply.status)
        if (workspace) acknowledged.push(workspace.id)
      }
      const before = Promise.all(Array.from({ length: signupsEach }, signUp))
      for (const each of scene().services[peer]!) signal(each, begin)
      await Promise.all([before, ...Array.from({ length: signupsEach }, signUp)])
      if (end) for (const each of scene().services[peer]!) signal(each, end)
      await scene().whenWhole()
      await signUp()
      expect([201, 503, 504]).toEqual(expect.arrayContaining([...statuses]))
      await eventually(() => compare(scene(), acknowledged), { everyMs: 100 })
    },
  )
}

/**
 * Checks that every workspace in identity has an owner account, and a subscription in admin-billing, and that no other
 * such records exist.
 */
const compare = async (scene: Scene, acknowledged: readonly string[]): Promise<void> => {
  const idsIn = async (service: string, name: string): Promise<string[]> =>
    (await scene.collection(service, name).find({}).project<{ _id: string }>({ _id: 1 }).toArray())
      .map(({ _id }) => _id)
      .toSorted()
  const workspaces = await scene
    .collection<{ _id: string; ownerAccountId: string }>('identity', 'workspaces')
    .find({})
    .toArray()
  const ids = workspaces.map(({ _id }) => _id).toSorted()
  expect(ids).toEqual(expect.arrayContaining([...acknowledged]))
  expect(await idsIn('admin-billing', 'subscriptions')).toEqual(ids)
  expect(await idsIn('identity', 'accounts')).toEqual(
    workspaces.map(({ ownerAccountId }) => ownerAccountId).toSorted(),
  )
}
