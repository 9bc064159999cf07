import * as billing from '@wp/admin-billing/contract'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { expect, test } from 'vitest'
import { isFull, report, signal } from './scene.ts'
import type { Scene } from './scene.ts'

const requestsEach = isFull ? 1000 : 100
const connections = 4
const names = ['identity', 'admin-billing', 'scheduling']

/** What a frozen replica may cost: the requests that were under way at it before it was left alone. */
const allowedFailures = 4 * connections

export const freezeRows = (scene: () => Scene): void => {
  test(
    'one frozen replica of two of each service costs the requests that were at it, not the service; it comes back when it is thawed',
    { timeout: 300_000 },
    async () => {
      const shop = await scene().signUp()
      const [owner, subscriber, desk] = [
        scene().as(identity, shop),
        scene().as(billing, shop),
        scene().as(scheduling, shop),
      ]
      const calls = [
        () => scene().askToSignUp(),
        () => owner.getWorkspace(),
        () => desk.createClient({ name: 'Ali' }),
        () => subscriber.getOwnSubscription(),
      ]
      const failures: (number | string)[] = []
      let left = requestsEach
      const ask = async (): Promise<void> => {
        while ((left -= 1) >= 0) {
          const { status } = await calls[left % calls.length]!().catch((error: unknown) => ({
            status: String(error),
          }))
          if (status !== 200 && status !== 201) failures.push(status)
        }
      }
      const frozen = names.map((name) => scene().services[name]![1]!)
      for (const each of frozen) expect(signal(each, 'SIGSTOP')).toBe(true)
      await Promise.all(Array.from({ length: connections }, ask))
      for (const each of frozen) signal(each, 'SIGCONT')
      report('frozen replicas', { requests: requestsEach, failures })
      expect(failures.length).toBeLessThanOrEqual(allowedFailures)
      await scene().whenWhole()
    },
  )
}
