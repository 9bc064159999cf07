import { expect, it } from 'vitest'
import { askInTurn, doubledServices } from './requests.ts'
import { isFull, report, signal } from './scene.ts'
import type { Scene } from './scene.ts'

const requestsEach = isFull ? 3000 : 100
const connections = 4

/** Returns the number of requests that may fail when a replica freezes: those in flight before callers avoid it. */
const allowedFailures = (services: number) => services * connections + connections

export const freezeRows = (scene: () => Scene): void => {
  it(
    'loses only in-flight requests when one of two replicas freezes, and uses that replica again after it resumes',
    { timeout: 300_000 },
    async () => {
      const names = doubledServices(scene())
      const shop = await scene().signUp()
      const frozen = names.map((name) => scene().services[name]![1]!)
      for (const each of frozen) expect(signal(each, 'SIGSTOP')).toBe(true)
      const asking = askInTurn(scene(), {
        shop,
        connections,
        isOver: (sent) => sent >= requestsEach,
        signsUp: true,
      })
      await asking.done
      for (const each of frozen) signal(each, 'SIGCONT')
      const { failures } = asking
      report('frozen replicas', { services: names, requests: asking.sent(), failures })
      expect(asking.sent()).toBeGreaterThanOrEqual(requestsEach)
      expect(failures.length).toBeLessThanOrEqual(allowedFailures(names.length))
      await scene().whenWhole()
    },
  )
}
