import { setTimeout as delay } from 'node:timers/promises'
import { consumerBacklog } from '@wp/bus/test/consumer-backlog'
import * as identity from '@wp/identity/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually } from '@wp/testing'
import { newClient, requestsOf } from '@wp/tools/bench-requests'
import { expect } from 'vitest'
import { ownerPassword } from '../faults/scene.ts'
import type { Scene } from '../faults/scene.ts'

const shopCount = 6
const staffCount = 5
const clientCount = 10
const openLogins = 5
const firstStock = 10_000_000
/** The operations in the order in which they are sent. An invoice is created and then finalized. */
const mix = ['read', 'book', 'order', 'read', 'login', 'read', 'book', 'invoice', 'list', 'order'] as const
const rampConnections = [4, 2, 4, 8, 16]
const rampStepMs = 8000
const longestTickMs = 1000
const tickMs = 20
const patienceMs = 120_000
const mostPauseMs = 5000

type Sent = ReturnType<ReturnType<typeof requestsOf>['read']>

/** Creates a workspace with staff, clients, a shop with one product, and an open till. */
const openShop = async (scene: Scene, index: number) => {
  const email = `soak${index}@faults.example`
  const shop = await scene.signUp(email)
  const [desk, store] = [scene.as(scheduling, shop), scene.as(storefront, shop)]
  const slug = `soak-${index}`
  await store.putStore({ slug, name: 'Shop', isPublished: true, maxQuantityPerOrder: null })
  const { product } = (
    await store.createProduct({ name: 'Vase', price: 12.5, status: 'active', stock: firstStock })
  ).body
  const { session } = (await scene.as(pos, shop).openTillSession({})).body
  const { service } = (await desk.createService({ name: 'Haircut', durationMinutes: 30, price: 10 })).body
  const { role } = (
    await scene.as(identity, shop).createRole({ name: 'Stylist', permissions: ['sessions.view'] })
  ).body
  const [clientIds, staffIds]: [string[], string[]] = [[], []]
  for (let each = 0; each < clientCount; each += 1)
    clientIds.push((await desk.createClient(newClient(each))).body.client.id)
  for (let each = 0; each < staffCount; each += 1) {
    const member = { name: 'Mona', email: `mona${each}@${slug}.example`, roleId: role.id }
    staffIds.push((await desk.createStaff(member)).body.staff.id)
  }
  const ids = { clientIds, staffIds, serviceId: service.id }
  const { workspaceId, token } = shop
  const [tillId, productId] = [session.id, product.id]
  return { workspaceId, tokens: [token], email, slug, tillId, productId, ids, booked: 0 }
}
type OpenShop = Awaited<ReturnType<typeof openShop>>

/** Opens the shops and returns the mixed load on them. */
export const prepareLoad = async (scene: Scene) => {
  const shops: OpenShop[] = []
  let opened = 0
  while (shops.length < shopCount)
    shops.push(await eventually(() => openShop(scene, (opened += 1)), { withinMs: 120_000 }))
  const acknowledged = { sessions: new Set<string>(), orders: new Set<string>(), invoices: new Set<string>() }
  const attempts: { at: number; ms: number; isOk: boolean; path: string }[] = []
  /** Operations that did not succeed in time. Their writes may still exist. */
  const unresolved: string[] = []
  let turns = 0

  const send = async ({ status, path, ...request }: Sent, token?: string, key?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    }
    const since = performance.now()
    const signal = AbortSignal.timeout(30_000)
    const reply = await fetch(`${scene.gatewayUrl}${path}`, { ...request, headers, signal }).then(
      async (answer) => ({
        status: answer.status,
        text: await answer.text(),
        retryAfterMs: 1000 * Number(answer.headers.get('retry-after')),
      }),
      (error: unknown) => ({ status: 0, text: String(error), retryAfterMs: 0 }),
    )
    const isOk = reply.status === status
    attempts.push({ at: Date.now(), ms: performance.now() - since, isOk, path })
    return { isOk, ...reply }
  }

  /**
   * Sends a request like a careful client: repeats it with the same key and growing pauses, at least `Retry-After`,
   * until it succeeds.
   */
  const ask = async <Body>(sent: Sent, shop?: OpenShop, key?: string): Promise<Body> => {
    const deadline = Date.now() + patienceMs
    for (let pauseMs = 200; ; pauseMs = Math.min(2 * pauseMs, mostPauseMs)) {
      const { isOk, status, text, retryAfterMs } = await send(sent, shop?.tokens.at(-1), key)
      if (isOk) return JSON.parse(text) as Body
      if (Date.now() > deadline) throw new Error(`${sent.method} ${sent.path} returned ${status} ${text}`)
      await delay(Math.max(pauseMs, retryAfterMs) * (1 + Math.random()))
    }
  }

  const post = (path: string, body: object, status = 201): Sent => ({
    method: 'POST',
    path: `/v1${path}`,
    headers: {},
    body: JSON.stringify(body),
    status,
  })

  const operate = async (kind: (typeof mix)[number], shop: OpenShop, key: string): Promise<void> => {
    const { tokens, workspaceId, productId } = shop
    const folder = `/workspace/${workspaceId}`
    const desk = requestsOf(`/v1${folder}`, '', shop.ids)
    if (kind === 'login') {
      const credentials = { email: shop.email, password: ownerPassword }
      tokens.push((await ask<{ token: string }>(post('/auth/login', credentials, 200))).token)
      // Without a logout, the oldest of 100 login sessions ends, which changes the load after some minutes.
      if (tokens.length > openLogins) await send(post('/auth/logout', {}, 204), tokens.shift())
    } else if (kind === 'book') {
      const { session } = await ask<{ session: { id: string } }>(desk.book((shop.booked += 1)), shop, key)
      acknowledged.sessions.add(session.id)
    } else if (kind === 'order') {
      const customer = { name: 'Ann', email: 'ann@example.com' }
      const order = { customer, items: [{ productId, quantity: 1 }] }
      const placed = post(`/public/storefront/stores/${shop.slug}/orders`, order)
      acknowledged.orders.add((await ask<{ order: { id: string } }>(placed, undefined, key)).order.id)
    } else if (kind === 'invoice') {
      const items = [{ name: 'Vase', quantity: 1, unitPrice: 12.5, productId }]
      const draft = post(`${folder}/pos/invoices`, { sessionId: shop.tillId, items })
      const { id } = (await ask<{ invoice: { id: string } }>(draft, shop, key)).invoice
      await ask(post(`${folder}/pos/invoices/${id}/finalize`, {}, 200), shop, `${key} finalize`)
      acknowledged.invoices.add(id)
    } else await ask(desk[kind](Number(key.replace(/\D/g, ''))), shop)
  }
  const turn = async (): Promise<void> => {
    const number = (turns += 1)
    const kind = mix[number % mix.length]!
    const shop = shops[Math.floor(number / mix.length) % shops.length]!
    await operate(kind, shop, `soak ${number}`).catch((error: Error) => unresolved.push(error.message))
  }

  return {
    attempts,
    unresolved,
    writes: () => Object.values(acknowledged).reduce((sum, { size }) => sum + size, 0),
    /**
     * Returns the maximum operations per second over different numbers of connections. The first step is a
     * warm-up.
     */
    findSaturation: async (): Promise<number> => {
      const rates: number[] = []
      for (const connections of rampConnections) {
        const [before, since] = [turns, Date.now()]
        const work = async (): Promise<void> => {
          while (Date.now() < since + rampStepMs) await turn()
        }
        await Promise.all(Array.from({ length: connections }, work))
        rates.push(((turns - before) * 1000) / (Date.now() - since))
      }
      return Math.max(...rates.slice(1))
    },
    /**
     * Sends operations at this rate, regardless of how long they take. If this process was paused, for
     * example together with the whole machine, the operations of that time are skipped; sending all of them
     * immediately would be a flood.
     */
    run: async (perSecond: number, durationMs: number): Promise<void> => {
      const running = new Set<Promise<void>>()
      const end = Date.now() + durationMs
      let due = 0
      for (let last = Date.now(); last < end; await delay(tickMs)) {
        const now = Date.now()
        due += (Math.min(now - last, longestTickMs) / 1000) * perSecond
        last = now
        for (; due >= 1; due -= 1) {
          const one: Promise<void> = turn().finally(() => running.delete(one))
          running.add(one)
        }
      }
      await Promise.all(running)
    },
    /** Writes of unresolved operations do not count as duplicates. */
    verify: async () => {
      const { lost, doubled } = await verify(scene, shops, acknowledged)
      return { lost, doubled: Math.max(0, doubled - unresolved.length) }
    },
  }
}

type Acknowledged = Record<'sessions' | 'orders' | 'invoices', ReadonlySet<string>>

/** Waits until all events are handled, then counts acknowledged writes and effects that are missing or extra. */
const verify = async (scene: Scene, shops: OpenShop[], acknowledged: Acknowledged) => {
  await scene.whenWhole()
  await eventually(
    async () => {
      const backlog = [...(await consumerBacklog(scene.nats.url()))].filter(([, count]) => count > 0)
      expect(backlog).toEqual([])
      for (const name of Object.keys(scene.services))
        expect(await scene.collection(name, 'outbox').countDocuments({ waits: true })).toBe(0)
    },
    { withinMs: 120_000, everyMs: 250 },
  )
  const workspaceIds = { $in: shops.map(({ workspaceId }) => workspaceId) }
  const read = <Stored extends { _id: string }>(service: string, name: string, filter: object = {}) =>
    scene
      .collection<Stored & { workspaceId: string }>(service, name)
      .find({ workspaceId: workspaceIds, ...filter } as object)
      .toArray()
  const invoices = await read<{ _id: string; number: number }>('pos', 'invoices', { status: 'finalized' })
  const incomes = await read<{ _id: string; invoiceId: string }>('finance', 'incomes')
  const orders = await read('storefront', 'orders')
  const stored: [ids: string[], wanted: ReadonlySet<string>][] = [
    [(await read('scheduling', 'sessions')).map(({ _id }) => _id), acknowledged.sessions],
    [orders.map(({ _id }) => _id), acknowledged.orders],
    [invoices.map(({ _id }) => _id), acknowledged.invoices],
    [incomes.map(({ invoiceId }) => invoiceId), acknowledged.invoices],
  ]
  let [lost, doubled] = [0, 0]
  for (const [ids, wanted] of stored) {
    const found = new Set(ids)
    const missing = [...wanted].filter((id) => !found.has(id)).length
    lost += missing
    doubled += ids.length - (wanted.size - missing)
  }
  for (const { workspaceId, productId } of shops) {
    const own = invoices.filter((invoice) => invoice.workspaceId === workspaceId)
    const numbers = new Set(own.map(({ number }) => number))
    doubled += own.length - numbers.size
    lost += Math.max(0, ...numbers) - numbers.size
    const sold = own.length + orders.filter((order) => order.workspaceId === workspaceId).length
    const product = await scene
      .collection<{ _id: string; stock: number }>('storefront', 'products')
      .findOne({ _id: productId })
    const difference = firstStock - sold - (product?.stock ?? 0)
    lost += Math.max(0, -difference)
    doubled += Math.max(0, difference)
  }
  return { lost, doubled }
}
