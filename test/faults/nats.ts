import { eventually } from '@wp/testing'
import { expect, it } from 'vitest'
import { isFull, signal } from './scene.ts'
import type { Scene } from './scene.ts'

/** In full runs, outages outlast leases, pings and consumer timeouts. */
const outageMs = isFull ? 30_000 : 0
const signupsEach = isFull ? 50 : 3

export const natsRows = (scene: () => Scene): void => {
  const acknowledged: string[] = []
  const signUpSome = async (): Promise<void> => {
    const [end, target] = [Date.now() + outageMs, acknowledged.length + signupsEach]
    while (acknowledged.length < target || Date.now() < end) {
      if (acknowledged.length < target) acknowledged.push((await scene().signUp()).workspaceId)
      expect((await scene().get('/public/plans')).status).toBe(200)
    }
  }
  /** Checks that admin-billing, which consumes the event of a new workspace, has opened its subscription. */
  const expectEffects = (): Promise<void> =>
    eventually(
      async () => {
        const found = await scene()
          .collection('admin-billing', 'subscriptions')
          .find({ _id: { $in: acknowledged } })
          .toArray()
        expect(found.map(({ _id }) => _id).toSorted()).toEqual(acknowledged.toSorted())
      },
      { everyMs: 100 },
    )

  it(
    'R4: loses no signup and none of its effects while NATS is frozen, killed and wiped',
    { timeout: 600_000 },
    async () => {
      const { nats } = scene()
      await signUpSome()
      await expectEffects()
      await nats.freeze()
      await signUpSome()
      nats.thaw()
      await expectEffects()
      await nats.kill()
      await signUpSome()
      await nats.start()
      await expectEffects()
      await nats.kill()
      await signUpSome()
      await nats.wipe()
      await nats.start()
      await expectEffects()
      await signUpSome()
      await expectEffects()
    },
  )

  it('R4: publishes the events of a service that was down while NATS was wiped and other services recreated the stream', async () => {
    const { nats, services } = scene()
    await nats.kill()
    await signUpSome()
    for (const each of services['identity']!) signal(each, 'SIGKILL')
    await nats.wipe()
    await nats.start()
    await expectEffects()
    await scene().whenWhole()
  })
}
