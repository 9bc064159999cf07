import { bodyLimitOf } from '@wp/http'
import { utcDay } from '@wp/kernel'
import { storefrontService } from '@wp/protos'
import { eventually, inProcess, newStaff, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import type { InProcess } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { storefront as storefrontDefinition } from '../src/service.ts'
import { stockReservationCollection } from '../src/stock/stock-reservation.store.ts'
import { callbackUseCollection } from '../src/workflow-jobs/callback-use.store.ts'
import { seenCallbackCollection, workflowJobStore } from '../src/workflow-jobs/workflow-job.store.ts'
import { followEvents, openStorefrontDatabase, storefrontRpcClient } from './peers.ts'
import { newProduct, newShop, unknownId } from './shop.ts'
import type { Shop } from './shop.ts'

const visitor = visitorApi(contract)
const db = await openStorefrontDatabase()
const storefront = storefrontRpcClient(storefrontService)
const progressed = await followEvents(contract.JobProgressed)
afterAll(async () => {
  storefront.close()
  await progressed.close()
  await db.close()
})

const newJob = async (shop: Shop) => {
  const product = await newProduct(shop)
  return (await shop.api.createMarketingPost({ params: { productId: product.id } })).body.job
}

const step = { status: 'processing' as const, progress: 40, step: 'draft', message: 'Writing' }
const tell = (jobId: string, changes: object = {}, headers = {}) =>
  visitor.updateJobProgress.raw({ body: { jobId, ...step, ...changes }, headers })
const progressOf = (jobId: string) =>
  progressed.events.filter(({ data }) => data.jobId === jobId).map(({ data }) => data.progress)

describe('POST /workspace/:workspaceId/storefront/products/:productId/marketing-posts', () => {
  it('creates a pending job, and GET /workspace/:workspaceId/jobs lists jobs newest first and by status and rejects an unknown status', async () => {
    const shop = await newShop()
    const product = await newProduct(shop)
    const { status, body } = await shop.api.createMarketingPost({ params: { productId: product.id } })
    expect(status).toBe(202)
    expect(body.job).toMatchObject({
      kind: 'product-marketing-post',
      productId: product.id,
      status: 'pending',
      progress: 0,
      step: null,
      message: null,
      meta: null,
    })
    const params = { jobId: body.job.id }
    expect((await shop.api.getJob({ params })).body.job).toEqual(body.job)
    const newer = await newJob(shop)
    expect((await shop.api.listJobs()).body.jobs.map(({ id }) => id)).toEqual([newer.id, body.job.id])
    expect((await shop.api.listJobs({ query: { status: 'done' } })).body.jobs).toEqual([])
    expect(await shop.api.listJobs.raw({ query: { status: 'lost' } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('creates one job per Idempotency-Key, rejects the key for another product, and returns 404 for an unknown product', async () => {
    const shop = await newShop()
    const { id: productId } = await newProduct(shop)
    const call = { params: { productId }, headers: { 'idempotency-key': 'post-1' } }
    const [first, again] = [
      await shop.api.createMarketingPost(call),
      await shop.api.createMarketingPost(call),
    ]
    expect(again.body.job.id).toBe(first.body.job.id)
    expect((await shop.api.listJobs()).body.jobs).toHaveLength(1)
    const other = { ...call, params: { productId: (await newProduct(shop)).id } }
    expect(await shop.api.createMarketingPost(other)).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
    expect(await shop.api.createMarketingPost({ params: { productId: unknownId } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })
})

describe('/workspace/:workspaceId/jobs', () => {
  it('returns 404 for a job of another workspace, and lets staff with jobs.view read jobs, with ids that callbacks reject, but not create them', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const { id: jobId } = await newJob(shop)
    expect(await other.api.getJob({ params: { jobId } })).toFailWith(404, 'NOT_FOUND')
    const viewer = await newStaff(shop, ['jobs.view'], contract)
    expect((await viewer.api.getJob({ params: { jobId } })).status).toBe(200)
    const [listed] = (await viewer.api.listJobs()).body.jobs
    expect((await viewer.api.getJob({ params: { jobId: listed!.id } })).body.job).toEqual(listed)
    expect((await shop.api.getJob({ params: { jobId: listed!.id } })).body.job.id).toBe(jobId)
    expect(await tell(listed!.id)).toFailWith(404, 'NOT_FOUND')
    expect(await viewer.api.createMarketingPost({ params: { productId: unknownId } })).toFailWith(
      403,
      'FORBIDDEN',
    )
  })
})

describe('POST /webhooks/jobs/workflow/update-product-marketing-post-generatorn-progress', () => {
  it('stores and publishes the numbers in meta exactly as they were sent', async () => {
    const shop = await newShop()
    const { id: jobId } = await newJob(shop)
    const { path } = contract.updateJobProgress
    const send = async (meta: string) => {
      const reply = await fetch(`${platform().gatewayUrl}/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `${JSON.stringify({ jobId, ...step }).slice(0, -1)},"meta":${meta}}`,
      })
      return ((await reply.json()) as { message: string }).message
    }
    const meta = '{"id":12345678901234567890,"list":[1e400,1.50,-0,{"small":1E-7}],"plain":2.5}'
    expect(await send(meta.replace('7890,', '7891,'))).toBe('Progress updated')
    expect(await send(meta)).toBe('Progress updated')
    expect(await send(meta)).toBe('Duplicate ignored')
    const shown = await fetch(`${platform().gatewayUrl}/v1/workspace/${shop.workspaceId}/jobs/${jobId}`, {
      headers: { authorization: `Bearer ${shop.token}` },
    })
    expect(await shown.text()).toContain(`"meta":${meta}`)
    await eventually(() => {
      const events = progressed.events.filter(({ data }) => data.jobId === jobId)
      expect(events.map(({ data }) => JSON.stringify(data.meta))).toContain(meta)
    })
  })

  it("lets a job's status change in any direction and publishes accepted updates in order", async () => {
    const shop = await newShop()
    const { id: jobId } = await newJob(shop)
    const moves = [
      { status: 'done', progress: 100 },
      { status: 'processing', progress: 10 },
      { status: 'failed', progress: 11 },
      { status: 'processing', progress: 12.5, meta: { 'a.b': { $set: 1 }, constructor: 'x' } },
      { status: 'done', progress: 100, step: 'end' },
    ]
    for (const move of moves) {
      expect((await tell(jobId, move)).body).toEqual({ success: true, message: 'Progress updated' })
      expect((await shop.api.getJob({ params: { jobId } })).body.job).toMatchObject(move)
    }
    const { job } = (await shop.api.getJob({ params: { jobId } })).body
    expect(job.meta).toEqual({ 'a.b': { $set: 1 }, constructor: 'x' })
    await eventually(() => expect(progressOf(jobId)).toEqual([100, 10, 11, 12.5, 100]))
    const [event] = progressed.events.filter(({ data }) => data.jobId === jobId)
    expect(event).toMatchObject({
      workspaceId: shop.workspaceId,
      data: { ...step, jobId, status: 'done', progress: 100 },
    })
  })

  it('applies an update only once when its state or its webhook-id is repeated', async () => {
    const shop = await newShop()
    const { id: jobId } = await newJob(shop)
    const same = await Promise.all(Array.from({ length: 20 }, () => tell(jobId)))
    expect(same.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(same.filter(({ body }) => body.message === 'Progress updated')).toHaveLength(1)
    const headers = { 'webhook-id': 'msg_1' }
    const numbered = await Promise.all(
      Array.from({ length: 10 }, (_, at) => tell(jobId, { progress: 50 + at }, headers)),
    )
    expect(numbered.filter(({ body }) => body.message === 'Progress updated')).toHaveLength(1)
    expect((await tell(jobId, { progress: 99 }, headers)).body.message).toBe('Duplicate ignored')
    const { id: other } = await newJob(shop)
    expect((await tell(other, {}, headers)).body.message).toBe('Progress updated')
    await eventually(() => expect(progressOf(jobId)).toHaveLength(2))
  })

  it('ignores updates whose sequence is not higher than the highest one received', async () => {
    const shop = await newShop()
    const { id: jobId } = await newJob(shop)
    const order = [3, 1, 5, 5, 4, 2, 7, 6]
    const replies: string[] = []
    for (const sequence of order)
      replies.push((await tell(jobId, { progress: sequence * 10, sequence })).body.message)
    expect(order.filter((_, at) => replies[at] === 'Progress updated')).toEqual([3, 5, 7])
    const { job } = (await shop.api.getJob({ params: { jobId } })).body
    expect((await tell(jobId, { progress: 70, sequence: 9 })).body.message).toBe('Duplicate ignored')
    expect((await shop.api.getJob({ params: { jobId } })).body.job).toEqual(job)
    expect((await tell(jobId, { progress: 80, sequence: 8 })).body.message).toBe('Duplicate ignored')
    expect((await shop.api.getJob({ params: { jobId } })).body.job.progress).toBe(70)
    await eventually(() => expect(progressOf(jobId)).toEqual([30, 50, 70]))
  })

  it('stores the newest of many concurrent updates and publishes each accepted one once', async () => {
    const shop = await newShop()
    const { id: jobId } = await newJob(shop)
    const sequences = Array.from({ length: 30 }, (_, at) => at + 1)
    const replies = await Promise.all(
      sequences.map((sequence) => eventuallyAccepted(() => tell(jobId, { progress: sequence, sequence }))),
    )
    expect((await shop.api.getJob({ params: { jobId } })).body.job.progress).toBe(30)
    const accepted = sequences.filter((_, at) => replies[at] === 'Progress updated')
    await eventually(() => {
      expect(progressOf(jobId)).toEqual(progressOf(jobId).toSorted((a, b) => a - b))
      expect(progressOf(jobId)).toEqual(accepted)
    })
  })

  it.each([
    [{ progress: 101 }],
    [{ progress: -1 }],
    [{ progress: '40' }],
    [{ status: 'pending' }],
    [{ status: 'lost' }],
    [{ step: undefined }],
    [{ message: null }],
    [{ meta: [] }],
    [{ meta: { text: 'x'.repeat(65 * 1024) } }],
    [{ sequence: 1.5 }],
    [{ sequence: -1 }],
    [{ jobId: 'x' }],
    [{ jobId: { $ne: null } }],
  ])('returns 400 for a callback with %j', async (changes) => {
    expect((await tell(unknownId, changes)).status).toBe(400)
  })

  it('returns 404 for an unknown job and 413 for a body that is too large', async () => {
    expect(await tell(unknownId)).toFailWith(404, 'NOT_FOUND')
    const filler = 'x'.repeat(bodyLimitOf(contract.updateJobProgress))
    expect(await tell(unknownId, { message: filler })).toFailWith(413, 'PAYLOAD_TOO_LARGE')
  })
})

describe('limits on progress callbacks', () => {
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const clock = { now, today: () => utcDay(now()), monotonicMs: () => performance.now() }
  const hourMs = 3_600_000
  let limited: InProcess
  beforeAll(async () => {
    const env = {
      CALLBACKS_PER_JOB: '3',
      CALLBACK_MB_PER_JOB: '0.01',
      CALLBACKS_PER_WORKSPACE: '5',
      CALLBACK_MB_PER_WORKSPACE: '0.02',
    }
    limited = await inProcess(storefrontDefinition, { clock, env })
  })
  afterAll(() => limited?.stop())

  /** Creates a shop on the limited replica; returns functions to create jobs and to send updates. */
  const newLimitedShop = async () => {
    aheadMs = hourMs - (Date.now() % hourMs) // the first minute of an hour, so that the window does not end during the test
    const { token, workspaceId } = await newWorkspace()
    const api = limited.as(contract, { token, workspaceId })
    await api.putStore({ slug: uniqueName('shop-'), name: 'Blue Moon' })
    const { product } = (await api.createProduct({ name: 'Vase', price: 1 })).body
    const params = { productId: product.id }
    const create = async () => (await api.createMarketingPost({ params })).body.job.id
    const report = (jobId: string, progress: number, changes = {}, headers = {}) =>
      api.updateJobProgress.raw({ body: { jobId, ...step, progress, ...changes }, headers })
    return { create, report }
  }

  it("returns 429 for a job's updates beyond the hourly limit, and accepts them in the next hour", async () => {
    const { create, report } = await newLimitedShop()
    const jobId = await create()
    for (const progress of [1, 2, 3]) expect((await report(jobId, progress)).status).toBe(200)
    expect((await report(jobId, 3)).body.message).toBe('Duplicate ignored') // stores nothing
    const refused = await report(jobId, 4)
    expect(refused).toFailWith(429, 'RATE_LIMITED')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await report(await create(), 1)).status).toBe(200)
    aheadMs += hourMs
    expect((await report(jobId, 4)).status).toBe(200)
  })

  it('counts duplicates with a new webhook-id toward the limit, because their ids are stored', async () => {
    const { create, report } = await newLimitedShop()
    const jobId = await create()
    const ids = ['a', 'b', 'c', 'd']
    const statuses = []
    for (const id of ids) statuses.push((await report(jobId, 1, {}, { 'webhook-id': id })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await report(jobId, 1, {}, { 'webhook-id': 'a' })).status).toBe(200)
  })

  it('returns 429 for bytes beyond the limit of a job or a workspace, even when updates arrive concurrently', async () => {
    const { create, report } = await newLimitedShop()
    const meta = { text: 'x'.repeat(6000) }
    const first = await create()
    expect((await report(first, 1, { meta })).status).toBe(200)
    expect(await report(first, 2, { meta })).toFailWith(429, 'RATE_LIMITED')
    const others = [await create(), await create(), await create(), await create()]
    const replies = await Promise.all(
      others.map((jobId) => eventuallyAnswered(() => report(jobId, 1, { meta }))),
    )
    expect(replies.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429])
  })

  it("returns 429 for a workspace's updates beyond the daily limit", async () => {
    const { create, report } = await newLimitedShop()
    const statuses = []
    for (let at = 0; at < 6; at += 1) statuses.push((await report(await create(), 1)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('expiry of seen_callbacks, callback_uses and stock_takes', () => {
  it('is 7 days after creation, 2 days after the window starts and 30 days after the stock is returned', () => {
    const ttlOf = ({ indexes }: { indexes: readonly { keys: object; ttlSeconds?: number }[] }) =>
      indexes.flatMap(({ keys, ttlSeconds }) =>
        ttlSeconds ? [[Object.keys(keys), ttlSeconds / 86_400]] : [],
      )
    expect(ttlOf(seenCallbackCollection)).toEqual([[['createdAt'], 7]])
    expect(ttlOf(callbackUseCollection)).toEqual([[['startsAt'], 2]])
    expect(ttlOf(stockReservationCollection)).toEqual([[['returnedAt'], 30]])
  })
})

describe('GetJob and ListChangedJobs', () => {
  it('returns a job only to its own workspace, and lists the jobs changed since a given time', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const [first, second] = [await newJob(shop), await newJob(shop)]
    await tell(first.id, { meta: { a: 1 } })
    const { workspaceId } = shop
    expect((await storefront.getJob({ workspaceId, jobId: first.id })).job).toMatchObject({
      id: first.id,
      workspaceId,
      status: 'processing',
      progress: 40,
      metaJson: '{"a":1}',
    })
    expect((await storefront.getJob({ workspaceId: other.workspaceId, jobId: first.id })).job).toBe(null)
    const since = new Date(Date.now() - 60_000).toISOString()
    const { jobs } = await storefront.listChangedJobs({ workspaceId, since, limit: 10 })
    expect(jobs.map(({ id }) => id)).toEqual([second.id, first.id])
    await expect(storefront.listChangedJobs({ workspaceId, since: 'x', limit: 1 })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})

describe('listDueCalls', () => {
  it('uses an index to list due calls', async () => {
    expect(await workflowJobStore(db).listDueCalls(new Date(), 60_000, 10)).toEqual(expect.any(Array))
  })
})

/** Repeats a call while concurrent updates to the same record return 503. */
const eventuallyAnswered = (send: () => Promise<{ status: number }>): Promise<number> =>
  eventually(async () => {
    const { status } = await send()
    expect(status).not.toBe(503)
    return status
  })

/** Retries when concurrent updates to the same record return 503. */
const eventuallyAccepted = (send: () => ReturnType<typeof tell>): Promise<string> =>
  eventually(async () => {
    const { status, body } = await send()
    expect(status).toBe(200)
    return body.message
  })
