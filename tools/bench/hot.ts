// G20: many requests that change one record are as fast as the same requests spread over many records, and hardly ever
// start their transaction again. The same number of statements on the bare driver shows what is possible: requests that
// share transactions run one after the other, and orders first change their product by one update.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays, newId } from '@wp/kernel'
import { startPlatform } from '@wp/local-platform'
import { readMetrics } from '@wp/testing'
import { Pool } from 'undici'
import { bundleOf } from '../../deploy/local/src/bundle/bundle-folder.ts'
import { alternate, median, ratio, report, round, type BenchRequest, type Goal } from './measure.ts'
import { bareTransactions, type DatabaseWork } from './parts/bare-transactions.ts'
import { call, signUp } from './parts/by-size.ts'

const callers = 48
const perRound = callers * Number(process.env['BENCH_SCALE'] ?? 4)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7)
/** Limits a run to these kinds of work. */
const only = process.env['BENCH_OPERATIONS']?.split(',')

/** Returns the requests of one round: all for one record, or spread over 48. */
type Prepare = (isHot: boolean) => Promise<BenchRequest[]> | BenchRequest[]
/** `isUpdating` means that each request changes its record outside its transaction, instead of waiting for a queue. */
type Work = { service: string; prepare: Prepare; isUpdating?: true }

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-hot-'))
const platform = await startPlatform({
  dataDir,
  programOf: bundleOf,
  services: ['identity', 'admin-billing', 'scheduling', 'pos', 'storefront'],
})
const urlOf = (service: string): string => platform.services[service]![0]!.http
/** Returns a request with a key, as our client sends it. */
const post = (path: string, body: object, token?: string, status = 201): BenchRequest => ({
  method: 'POST',
  path,
  headers: {
    'content-type': 'application/json',
    'idempotency-key': newId(),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  },
  body: JSON.stringify(body),
  status,
})
const each = <Result>(make: (index: number) => Result, count = perRound): Result[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** What a service has done in its database since its start. */
type Counts = { conflicts: number; commits: number; statements: number }

const countsOf = async (service: string): Promise<Counts> => {
  const sum = await readMetrics(platform.services[service]![0]!.ops)
  const commits = sum('db_operation_seconds_count', 'operation="commit"')
  return {
    conflicts: sum('db_transaction_attempts_total', 'outcome="conflict"'),
    commits,
    statements: sum('db_operation_seconds_count') - commits,
  }
}

/**
 * Sends the requests over 48 connections. Returns how many were answered per second, and how many of them as
 * expected.
 */
const send = async (service: string, requests: readonly BenchRequest[]) => {
  const pool = new Pool(urlOf(service), { connections: callers, pipelining: 1 })
  const waiting = [...requests]
  const unexpected: string[] = []
  const started = performance.now()
  await Promise.all(
    each(async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { status, ...request } = next
        const reply = await pool.request({ ...request, body: request.body ?? null })
        const text = await reply.body.text()
        if (reply.statusCode !== status) unexpected.push(`${reply.statusCode} ${text.slice(0, 200)}`)
      }
    }, callers),
  )
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  return { perSecond: (requests.length - unexpected.length) / seconds, unexpected }
}

/** Orders of one of 48 products of a shop. */
const orders = async (): Promise<Work> => {
  const { token, workspaceId } = await signUp(platform)
  const url = `${urlOf('storefront')}/workspace/${workspaceId}/storefront`
  const auth = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const slug = `shop-${newId()}`
  const store = JSON.stringify({ slug, name: 'Shop', isPublished: true })
  await fetch(`${url}/store`, { method: 'PUT', headers: auth, body: store })
  const ids: string[] = []
  for (let at = 0; at < callers; at += 1) {
    const body = { name: `Vase ${at}`, price: 10, stock: 1_000_000, status: 'active' }
    ids.push((await call<{ product: { id: string } }>(`${url}/products`, body, auth)).product.id)
  }
  const customer = { name: 'Ann', email: 'ann@example.com' }
  const order = (productId: string) =>
    post(`/public/storefront/stores/${slug}/orders`, { customer, items: [{ productId, quantity: 1 }] })
  return {
    service: 'storefront',
    isUpdating: true,
    prepare: (isHot) => each((index) => order(ids[isHot ? 0 : index % callers]!)),
  }
}

/** Finalizes draft invoices of one workspace, or of 48. */
const finalizes = async (): Promise<Work> => {
  const tills: { token: string; workspaceId: string; sessionId: string }[] = []
  for (let at = 0; at < callers; at += 1) {
    const owner = await signUp(platform)
    const url = `${urlOf('pos')}/workspace/${owner.workspaceId}/pos/sessions`
    const auth = { authorization: `Bearer ${owner.token}` }
    const { session } = await call<{ session: { id: string } }>(url, {}, auth)
    tills.push({ ...owner, sessionId: session.id })
  }
  const draft = async (at: number): Promise<BenchRequest> => {
    const { token, workspaceId, sessionId } = tills[at]!
    const path = `/workspace/${workspaceId}/pos/invoices`
    const items = [{ name: 'Cut', quantity: 1, unitPrice: 10 }]
    const auth = { authorization: `Bearer ${token}` }
    const { invoice } = await call<{ invoice: { id: string } }>(
      `${urlOf('pos')}${path}`,
      { sessionId, items },
      auth,
    )
    return post(`${path}/${invoice.id}/finalize`, {}, token, 200)
  }
  return {
    service: 'pos',
    prepare: async (isHot) => {
      const requests: BenchRequest[] = []
      for (let at = 0; at < perRound; at += 1) requests.push(await draft(isHot ? 0 : at % callers))
      return requests
    },
  }
}

/** Bookings of a staff member on one day, or on 48. */
const bookings = async (): Promise<Work> => {
  const { token, workspaceId } = await signUp(platform)
  const path = `/workspace/${workspaceId}`
  const auth = { authorization: `Bearer ${token}` }
  const make = async (service: string, what: string, body: object) =>
    Object.values(
      await call<Record<string, { id: string }>>(`${urlOf(service)}${path}/${what}`, body, auth),
    )[0]!.id
  const serviceId = await make('scheduling', 'services', { name: 'Call', durationMinutes: 5, price: 1 })
  const clientId = await make('scheduling', 'clients', { name: 'Ann' })
  const roleId = await make('identity', 'roles', { name: 'Agent', permissions: ['sessions.view'] })
  const staffId = await make('scheduling', 'staff', { name: 'Bo', email: `${newId()}@shop.example`, roleId })
  const book = (date: string, startTime: string) =>
    post(
      `${path}/sessions`,
      { name: 'Call', clientId, serviceIds: [serviceId], staffId, date, startTime },
      token,
    )
  // Only bookings that must not overlap claim the day of their staff member.
  await fetch(`${urlOf('identity')}${path}`, {
    method: 'PATCH',
    headers: { ...auth, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { preventOverlap: true } }),
  })
  for (let isRefused = false; !isRefused; await pause(100)) {
    const { status: _, path: url, ...request } = book('2026-12-31', '09:00')
    isRefused = (await fetch(`${urlOf('scheduling')}${url}`, request)).status === 422
  }
  let nextDay = 0
  return {
    service: 'scheduling',
    prepare: (isHot) => {
      const firstDay = nextDay
      nextDay += isHot ? 1 : callers
      return each((index) => {
        const [slot, day] = isHot ? [index, 0] : [Math.floor(index / callers), index % callers]
        const minute = slot * 5
        const startTime = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        const date = addDays('2027-01-01', firstDay + day)
        return book(date, startTime)
      })
    },
  }
}

const leastOfSpread = 0.9
const bare = await bareTransactions(platform.mongoUrl, callers)
/** Says what the bare driver reaches, and whether that explains a missed goal. */
const compare = (kind: string, ours: number, floor: number): string =>
  `${kind}: the bare driver reaches ${round(floor)} with as many statements, and we reach ${round(ours / floor)} of that` +
  (ours >= leastOfSpread || floor >= leastOfSpread
    ? '.'
    : ', so the goal is out of reach with these statements.')
try {
  const kinds = { orders, finalizes, bookings }
  const results: Record<string, number[]> = {}
  const goals: Goal[] = []
  const refused: string[] = []
  const notes: string[] = []
  for (const [kind, open] of Object.entries(kinds)) {
    if (only && !only.includes(kind)) continue
    const { service, prepare, isUpdating }: Work = await open()
    const attempts: number[] = []
    const none: DatabaseWork = { statements: 0, commits: 0 }
    const work = { hot: none, spread: none }
    const measure = async (isHot: boolean): Promise<number> => {
      const requests = await prepare(isHot)
      const before = await countsOf(service)
      const { perSecond, unexpected } = await send(service, requests)
      const after = await countsOf(service)
      refused.push(...unexpected)
      const perRequest = (count: keyof Counts): number =>
        (after[count] - before[count]) / (requests.length - unexpected.length)
      if (isHot) attempts.push(1 + perRequest('conflicts'))
      work[isHot ? 'hot' : 'spread'] = {
        statements: perRequest('statements'),
        commits: perRequest('commits'),
      }
      return perSecond
    }
    await measure(false)
    await measure(true)
    attempts.length = 0
    const [hot, spread] = [`${kind}, 1 record`, `${kind}, ${callers} records`]
    const [bareHot, bareSpread] = [`${hot}: bare driver`, `${spread}: bare driver`]
    const runBare = (isHot: boolean): Promise<number> => {
      const run = { requests: perRound, work: isHot ? work.hot : work.spread }
      if (isUpdating) return bare.runUpdating({ ...run, callers, records: isHot ? 1 : callers })
      return bare.run({ ...run, callers: isHot ? 1 : callers })
    }
    const measured = await alternate(
      {
        [spread]: () => measure(false),
        [hot]: () => measure(true),
        [bareSpread]: () => runBare(false),
        [bareHot]: () => runBare(true),
      },
      rounds,
    )
    Object.assign(results, measured)
    const reached = ratio(measured[hot]!, measured[spread]!)
    notes.push(compare(kind, reached, ratio(measured[bareHot]!, measured[bareSpread]!)))
    goals.push(
      { goal: `G20 ${kind}: 1 / ${callers} records`, value: reached, atLeast: leastOfSpread },
      { goal: `G20 ${kind}: attempts per success`, value: median(attempts), atMost: 1.2 },
    )
  }
  goals.push({ goal: 'G20 refused requests', value: refused.length, atMost: 0 })
  if (refused.length > 0) console.log(refused.slice(0, 5))
  await report({
    id: 'hot',
    title: `Hot records: ${callers} callers of one record`,
    unit: 'requests/s',
    results,
    goals,
    note: `Throughput of one record, compared with ${callers}. ${notes.join(' ')}`,
  })
} finally {
  await bare.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
