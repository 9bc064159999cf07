import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@wp/testing'
import * as scheduling from '@wp/scheduling/contract'
import { expect, it } from 'vitest'
import { insist } from './insist.ts'
import { askInTurn } from './requests.ts'
import { isFull, report, signal } from './scene.ts'
import type { Scene } from './scene.ts'

const shifts = [
  { shift: 'an hour ahead', ms: 3_600_000 },
  { shift: '31 days ahead', ms: 31 * 86_400_000 },
  { shift: 'five minutes behind', ms: -300_000 },
]
const shiftedServices = ['identity', 'gateway', 'finance', 'scheduling', 'storefront']
const allCases = shiftedServices.flatMap((service) => shifts.map((each) => ({ service, ...each })))
const shortCases = ['identity an hour ahead', 'scheduling 31 days ahead', 'gateway five minutes behind']
const cases = isFull
  ? allCases
  : allCases.filter(({ service, shift }) => shortCases.includes(`${service} ${shift}`))
const shiftedMs = isFull ? 4000 : 1500
const maxRecoveryMs = 10_000

/** Longer than the time after which a process reads the database's time again. */
const wrongForGoodMs = 7000
const wrongForGood = isFull ? ['identity', 'finance', 'scheduling', 'storefront'] : ['scheduling']
/** Leases of jobs are kept until shortly before the next run, an hour later at most. */
const longestLeaseMs = 3_600_000

/** Shifts the system time of every process of a service, or of the given ones. */
const shiftClock = (
  scene: Scene,
  service: string,
  ms: number,
  instances = scene.services[service]!,
): void => {
  for (const instance of instances) {
    writeFileSync(join(scene.shiftedClocksDir, String(instance.pid)), String(ms))
    expect(signal(instance, 'SIGUSR2')).toBe(true)
  }
}

export const clockRows = (scene: () => Scene): void => {
  it.each(cases)(
    'answers no request with 500 while the clock of $service is $shift, applies keyed writes once, and recovers within 10 s without a restart',
    { timeout: 180_000 },
    async ({ service, shift, ms }) => {
      const shop = await scene().signUp()
      const desk = scene().as(scheduling, shop)
      const write = (name: string) =>
        insist(() => desk.createClient({ body: { name }, headers: { 'idempotency-key': name } }))
      await write('earlier')
      scene().crashes.length = 0
      let isOver = false
      const asking = askInTurn(scene(), { shop, connections: 4, isOver: () => isOver, signsUp: true })
      shiftClock(scene(), service, ms)
      const writing = ['earlier', 'meanwhile'].map(write)
      await delay(shiftedMs)
      shiftClock(scene(), service, 0)
      const since = performance.now()
      isOver = true
      await Promise.all([asking.done, ...writing])
      await scene().whenWhole()
      await expectEffects(scene())
      const recoveredMs = Math.round(performance.now() - since)
      report('clocks', {
        service,
        shift,
        requests: asking.sent(),
        failures: asking.failures.length,
        recoveredMs,
      })
      expect(asking.failures.filter((failure) => /^\S+: 500 /.test(failure))).toEqual([])
      expect(scene().crashes).toEqual([])
      expect(recoveredMs).toBeLessThan(maxRecoveryMs)
      for (const name of ['earlier', 'meanwhile']) {
        await write(name)
        expect((await desk.listClients({ query: { search: name } })).body.clients).toHaveLength(1)
      }
    },
  )

  it.each(wrongForGood)(
    'fails no request, keeps the leases of jobs, and stores correct times while the clock of one replica of %s is 31 days ahead for good',
    { timeout: 300_000 },
    async (service) => {
      const shop = await scene().signUp()
      const ahead = [scene().services[service]![0]!]
      shiftClock(scene(), service, 31 * 86_400_000, ahead)
      const since = new Date()
      let isOver = false
      const asking = askInTurn(scene(), { shop, connections: 4, isOver: () => isOver, signsUp: true })
      await delay(wrongForGoodMs)
      await expectEffects(scene())
      isOver = true
      await asking.done
      // Jobs run every minute or more often.
      const times = await eventually(
        async () => {
          const found = await readTimes(scene(), service, since)
          expect(found).toMatchObject({ wrongLeases: [], wrongEvents: 0 })
          // Identity's only job with a lease runs every hour.
          expect(found.leases).toBeGreaterThanOrEqual(service === 'identity' ? 0 : 1)
          return found
        },
        { withinMs: 90_000, everyMs: 1000 },
      )
      shiftClock(scene(), service, 0, ahead)
      await scene().whenWhole()
      report('clock ahead for good', {
        service,
        requests: asking.sent(),
        failures: asking.failures,
        ...times,
      })
      expect(asking.failures).toEqual([])
    },
  )
}

/**
 * Returns the number of a service's leases, those that end too late or were not taken since, and the number of events
 * with a wrong time.
 */
const readTimes = async (scene: Scene, service: string, since: Date) => {
  const latest = new Date(Date.now() + longestLeaseMs)
  const leases = await scene.collection<{ _id: string; until: Date }>(service, 'leases').find().toArray()
  const events = scene.collection<{ _id: string; publishedAt: Date }>(service, 'outbox')
  return {
    leases: leases.length,
    wrongLeases: leases.filter(({ until }) => until > latest || until < since).map(({ _id }) => _id),
    wrongEvents: await events.countDocuments({
      $or: [
        { publishedAt: { $gt: latest } },
        { _id: { $gt: latest.getTime().toString(16).padStart(12, '0') } },
      ],
    }),
  }
}

/** Checks that a rename is published, reaches the session of the client, and leaves nothing in the outboxes. */
export const expectEffects = async (scene: Scene): Promise<void> => {
  const desk = scene.as(scheduling, await scene.signUp())
  const { client } = (await desk.createClient({ name: 'Ali' })).body
  const { service } = (await desk.createService({ name: 'Haircut', durationMinutes: 30, price: 10 })).body
  const booked = await desk.createSession({
    name: 'Visit',
    clientId: client.id,
    serviceIds: [service.id],
    date: '2030-01-01',
    startTime: '09:00',
  })
  expect(booked.status).toBe(201)
  const renamed = await desk.updateClient({ params: { clientId: client.id }, body: { name: 'Ali Hassan' } })
  expect(renamed.status).toBe(200)
  await eventually(
    async () => {
      const { session } = (await desk.getSession({ params: { sessionId: booked.body.session.id } })).body
      expect(session.clientName).toBe('Ali Hassan')
      for (const name of Object.keys(scene.services))
        if (name !== 'gateway')
          expect(await scene.collection(name, 'outbox').countDocuments({ waits: true })).toBe(0)
    },
    { everyMs: 200 },
  )
}
