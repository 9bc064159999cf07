import { setTimeout as delay } from 'node:timers/promises'
import * as billing from '@wp/admin-billing/contract'
import * as contests from '@wp/contests/contract'
import * as finance from '@wp/finance/contract'
import { routesOf } from '@wp/http'
import * as identity from '@wp/identity/contract'
import * as labs from '@wp/labs/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { isFull } from './scene.ts'
import type { Scene, Shop } from './scene.ts'

type Request = () => Promise<{ status: number | string; body?: unknown }>

/** Returns the requests to send to each service while faults are injected. They must return 200 or 201. */
const requestsOf = (scene: Scene, shop: Shop): Record<string, Request[]> => {
  const desk = scene.as(scheduling, shop)
  return {
    identity: [() => scene.as(identity, shop).getWorkspace()],
    'admin-billing': [() => scene.as(billing, shop).getOwnSubscription()],
    scheduling: [() => desk.createClient({ name: 'Ali' }), () => desk.listClients()],
    storefront: [() => scene.as(storefront, shop).listJobs()],
    pos: [() => scene.as(pos, shop).listInvoices()],
    finance: [() => scene.as(finance, shop).listExpenses()],
    labs: [() => scene.as(labs, shop).listTests()],
    contests: [() => scene.as(contests, shop).listContests()],
    realtime: [() => scene.connectSocket(shop)],
  }
}

/** Calls the first list route of a service that has no request above. */
const askForList =
  (scene: Scene, shop: Shop, service: string): Request =>
  async () => {
    const routes = routesOf((await import(`@wp/${service}/contract`)) as object)
    const list = routes.find(({ method, path }) => method === 'GET' && !/:(?!workspaceId)/.test(path))
    if (!list) throw new Error(`${service} has no list route; add a request for it`)
    const prefix = list.root ? '' : '/v1'
    return fetch(`${scene.gatewayUrl}${prefix}${list.path.replace(':workspaceId', shop.workspaceId)}`, {
      headers: { authorization: `Bearer ${shop.token}` },
    })
  }

/** Returns the services with several replicas, so that one can fail. */
export const doubledServices = (scene: Scene): string[] =>
  Object.entries(scene.services).flatMap(([name, instances]) => (instances.length > 1 ? [name] : []))

type Asking = {
  shop: Shop
  connections: number
  isOver: (sent: number) => boolean
  /** Whether an additional connection sends signups, which involve two services and several steps. */
  signsUp: boolean
}

/**
 * Returns the pause between the requests of a connection. The tests measure the effect of faults, not throughput. `npm
 * test` shares the machine with other tests, so it sends only about 60 requests per second in total.
 */
const pauseMs = (connections: number): number => (isFull ? 20 : (connections * 1000) / 60)

/**
 * Sends requests to the services with several replicas, one service after the other, over several connections until
 * `isOver` returns true.
 */
export const askInTurn = (scene: Scene, { shop, connections, isOver, signsUp }: Asking) => {
  const requests = doubledServices(scene).flatMap((name) =>
    (requestsOf(scene, shop)[name] ?? [askForList(scene, shop, name)]).map((send) => ({ name, send })),
  )
  const signUp: Request = async () => {
    const reply = await scene.askToSignUp()
    return { status: reply.status, body: await reply.json() }
  }
  const failures: string[] = []
  let sent = 0
  const ask = async (next: () => { name: string; send: Request }): Promise<void> => {
    while (!isOver(sent)) {
      const { name, send } = next()
      sent += 1
      const { status, body } = await send().catch((error: unknown) => ({ status: String(error), body: null }))
      if (status !== 200 && status !== 201) failures.push(`${name}: ${status} ${JSON.stringify(body)}`)
      await delay(pauseMs(connections))
    }
  }
  const done = Promise.all([
    ...(signsUp ? [ask(() => ({ name: 'signup', send: signUp }))] : []),
    ...Array.from({ length: connections }, () => ask(() => requests[sent % requests.length]!)),
  ])
  return { failures, sent: () => sent, done }
}
