import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@wp/testing'
import * as scheduling from '@wp/scheduling/contract'
import * as webhooks from '@wp/webhooks/contract'
import { startReceiver, verify } from '@wp/webhooks/test/receiver'
import type { Received } from '@wp/webhooks/test/receiver'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull, randomOf, report, seed, signal, startScene } from './scene.ts'
import type { Scene } from './scene.ts'

const killCount = 30
const clientCount = 8
const changeCount = 40

/** Kills random processes, at least `killCount` of them, until the work is done. */
const killAtRandom = async ({ services }: Scene, isOver: () => boolean): Promise<number> => {
  const random = randomOf(seed)
  const instances = Object.values(services).flat()
  let kills = 0
  while (kills < killCount || !isOver()) {
    const chosen = instances[Math.floor(random() * instances.length)]!
    if (kills < killCount && signal(chosen, 'SIGKILL')) kills += 1
    await delay(1000)
  }
  return kills
}

/** Returns the versions of a record in the order in which they arrived first. */
const firstArrivals = (received: readonly Received[], clientId: string): number[] => [
  ...new Set(
    received
      .map(({ body }) => body.data['client'] as unknown as { id: string; name: string })
      .filter(({ id }) => id === clientId)
      .map(({ name }) => Number(name)),
  ),
]

describe('webhooks', () => {
  it.runIf(isFull)(
    'delivers every event, in order for each record, while services are killed at random',
    { timeout: 900_000 },
    async () => {
      const services = ['identity', 'admin-billing', 'scheduling', 'webhooks', 'gateway']
      const replicas = { identity: 2, 'admin-billing': 2, scheduling: 2, webhooks: 2 }
      const scene = await startScene({ services, replicas })
      onTestFinished(scene.stop)
      const receiver = await startReceiver()
      onTestFinished(receiver.close)
      const shop = await scene.signUp()
      const endpoint = { url: `${receiver.url}/all`, events: ['client.*'] }
      const { secret } = (await scene.as(webhooks, shop).createWebhookEndpoint(endpoint)).body
      // Verified on arrival, because a signature is valid for five minutes.
      const invalid: unknown[] = []
      receiver.answer((received, response) => {
        try {
          verify(secret, received)
        } catch (error) {
          invalid.push(error)
        }
        response.writeHead(204).end()
      })
      const api = scene.as(scheduling, shop)

      /** Repeats a request until it succeeds; an update can thus happen twice with the same name. */
      const insist = <T extends { status: number }>(send: () => Promise<T>): Promise<T> =>
        eventually(
          async () => {
            const reply = await send()
            expect(reply.status).toBeLessThan(300)
            return reply
          },
          { withinMs: 120_000, everyMs: 200 },
        )
      let openWriters = clientCount
      const write = async (): Promise<string> => {
        const { client } = (await insist(() => api.createClient({ name: '0' }))).body
        for (let version = 1; version <= changeCount; version += 1)
          await insist(() =>
            api.updateClient({ params: { clientId: client.id }, body: { name: `${version}` } }),
          )
        openWriters -= 1
        return client.id
      }
      const writing = Promise.all(Array.from({ length: clientCount }, write))
      writing.catch(() => undefined)
      const kills = await killAtRandom(scene, () => openWriters === 0)
      const clientIds = await writing

      const all = Array.from({ length: changeCount + 1 }, (_, version) => version)
      for (const clientId of clientIds)
        await eventually(() => expect(firstArrivals(receiver.received, clientId)).toEqual(all), {
          withinMs: 180_000,
          everyMs: 500,
        })
      expect(invalid).toEqual([])
      report('webhooks', { events: clientCount * all.length, requests: receiver.received.length, kills })
    },
  )
})
