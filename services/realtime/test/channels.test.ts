import { newId, systemClock } from '@wp/kernel'
import { connectRealtime } from '@workspace-platform/client/realtime'
import type { ServerMessage } from '@workspace-platform/client/realtime'
import { viewIdOf } from '@wp/storefront/contract'
import {
  claimsOf,
  eventually,
  inProcess,
  newWorkspace,
  platform,
  signStaffToken,
  signToken,
  tcpProxy,
} from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { realtime } from '../src/service.ts'
import { connectReady, subscribe } from './clients.ts'
import { newJob, newShop, reportProgress } from './jobs.ts'
import type { Shop } from './jobs.ts'
import { newLaboratory } from './laboratory.ts'
import { startReplicaOfPlatform } from './replicas.ts'

const isFull = process.env['FULL'] === '1'
const repeats = isFull ? 1000 : 20

const progressOf = (messages: ServerMessage[]) =>
  messages.map((message) =>
    message.type === 'event' && 'progress' in message.data ? message.data.progress : null,
  )
const seqsOf = (messages: ServerMessage[]) =>
  messages.map((message) => ('seq' in message ? message.seq : null))

describe('subscribe and unsubscribe messages', () => {
  it("sends accepted updates for the workspace's jobs in order, each with its sequence number", async () => {
    const shop = await newShop()
    const [jobId, otherJobId] = [await newJob(shop), await newJob(shop)]
    const [all, one] = [await connectReady(shop.token), await connectReady(shop.token)]
    expect(await subscribe(all, 'jobs')).toEqual(expect.any(Number))
    await subscribe(one, `jobs.${jobId}`)
    await reportProgress(jobId, 10, { meta: { 'a.b': [1] } })
    await reportProgress(otherJobId, 20)
    await reportProgress(jobId, 100, { status: 'done', step: 'end', message: '' })
    const [first, second, third] = await all.take(3)
    expect(first).toEqual({
      type: 'event',
      channel: 'jobs',
      seq: expect.any(Number),
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      at: expect.stringMatching(/Z$/),
      event: 'job.progress',
      data: {
        jobId,
        status: 'processing',
        progress: 10,
        step: 'draft',
        message: 'Writing',
        meta: { 'a.b': [1] },
      },
    })
    expect(progressOf([second!, third!])).toEqual([20, 100])
    const numbers = seqsOf([first!, second!, third!]) as number[]
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    const channel = `jobs.${jobId}`
    expect(await one.take(2)).toEqual([
      { ...first, channel },
      { ...third, channel },
    ])
  })

  it('stops sending events after unsubscribing, and accepts a repeated unsubscribe', async () => {
    const shop = await newShop()
    const jobId = await newJob(shop)
    const client = await connectReady(shop.token)
    await subscribe(client, 'jobs')
    await subscribe(client, `jobs.${jobId}`)
    for (let i = 0; i < 2; i += 1) {
      client.send({ type: 'unsubscribe', channel: 'jobs' })
      expect(await client.next()).toEqual({ type: 'unsubscribed', channel: 'jobs' })
    }
    await reportProgress(jobId, 10)
    expect(await client.next()).toMatchObject({ type: 'event', channel: `jobs.${jobId}` })
    client.send({ type: 'ping' })
    expect(await client.next()).toEqual({ type: 'pong' })
  })

  it("never sends another workspace's events, and returns the same NOT_FOUND for its jobs and for unknown or malformed ids", async () => {
    const [mine, other] = [await newShop(), await newShop()]
    const [myJob, otherJob] = [await newJob(mine), await newJob(other)]
    const client = await connectReady(mine.token)
    await subscribe(client, 'jobs')
    const answers: ServerMessage[] = []
    for (const id of [otherJob, 'f'.repeat(24), 'x', '../jobs']) {
      client.send({ type: 'subscribe', channel: `jobs.${id}`, after: 0 })
      answers.push(await client.next())
    }
    expect(answers.map((answer) => answer.type === 'error' && answer.error)).toEqual(
      Array(4).fill({ code: 'NOT_FOUND', message: 'Job not found' }),
    )
    await reportProgress(otherJob, 66)
    await reportProgress(myJob, 10)
    expect(progressOf(await client.take(1))).toEqual([10])
    const replaying = await connectReady(mine.token)
    await subscribe(replaying, 'jobs', 0)
    expect(progressOf(await replaying.take(1))).toEqual([10])
  })

  it("requires the channel's permission and does not count a rejection as a bad frame", async () => {
    const { token } = await newWorkspace()
    const jobsOnly = await connectReady(signStaffToken(token, ['jobs.view']))
    const labsOnly = await connectReady(signStaffToken(token, ['labs.view']))
    for (let i = 0; i < 4; i += 1) expect(await subscribe(jobsOnly, 'labs')).toBe('FORBIDDEN')
    expect(await subscribe(jobsOnly, 'jobs')).toEqual(expect.any(Number))
    expect(await subscribe(labsOnly, 'jobs')).toBe('FORBIDDEN')
    expect(await subscribe(labsOnly, `jobs.${newId()}`)).toBe('FORBIDDEN')
    expect(await subscribe(labsOnly, 'labs')).toEqual(expect.any(Number))
  })

  it('hides the ids that callbacks need from members who may only view jobs', async () => {
    const shop = await newShop()
    const jobId = await newJob(shop)
    const managerToken = signStaffToken(shop.token, ['jobs.view', 'store.manage'])
    const viewerToken = signToken({ ...claimsOf(managerToken), permissions: ['jobs.view'] })
    const [manager, viewer] = [await connectReady(managerToken), await connectReady(viewerToken)]
    for (const client of [manager, viewer]) await subscribe(client, 'jobs')
    await reportProgress(jobId, 10)
    const idIn = (message: ServerMessage) =>
      message.type === 'event' && 'jobId' in message.data ? message.data.jobId : null
    expect(idIn(await manager.next())).toBe(jobId)
    const viewId = idIn(await viewer.next())!
    expect(viewId).toBe(viewIdOf(jobId))
    const later = await connectReady(viewerToken)
    await subscribe(later, `jobs.${viewId}`, 0)
    expect(idIn(await later.next())).toBe(viewId)
    await subscribe(later, 'jobs', 1e12)
    expect(await later.next()).toMatchObject({ type: 'snapshot', data: { id: viewId } })
    await reportProgress(jobId, 20)
    expect((await later.take(2)).map(idIn)).toEqual([viewId, viewId])
    manager.send({ type: 'auth', token: viewerToken })
    expect((await manager.take(2)).map(({ type }) => type)).toEqual(['event', 'unsubscribed'])
  })

  it('sends critical lab results only to their workspace, live and on replay', async () => {
    const [mine, other] = [await newLaboratory(), await newLaboratory()]
    const client = await connectReady(mine.token)
    const after = Number(await subscribe(client, 'labs'))
    await other.findCritical()
    const found = await mine.findCritical()
    const event = await client.next()
    expect(event).toEqual({
      type: 'event',
      channel: 'labs',
      seq: expect.any(Number),
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      at: expect.stringMatching(/Z$/),
      event: 'lab.critical',
      data: { ...found, testName: 'Glucose', resultValueNumeric: 500, flag: 'high' },
    })
    const again = await connectReady(mine.token)
    await subscribe(again, 'labs', after)
    expect(await again.next()).toEqual(event)
    await subscribe(again, 'labs', 1e9)
    expect(await again.next()).toMatchObject({ type: 'snapshot', channel: 'labs', data: null })
  })
})

describe('subscribe message with an event number', () => {
  it('replays all stored events after 0, later events after another number, and only new events without a number', async () => {
    const shop = await newShop()
    const jobId = await newJob(shop)
    for (const progress of [1, 2, 3, 4]) await reportProgress(jobId, progress)
    const client = await connectReady(shop.token)
    await subscribe(client, 'jobs', 0)
    const kept = await client.take(4)
    expect(progressOf(kept)).toEqual([1, 2, 3, 4])
    const second = seqsOf(kept)[1]!
    const newest = await subscribe(client, 'jobs', second)
    expect(newest).toBeGreaterThanOrEqual(seqsOf(kept)[3]!)
    expect(await client.take(2)).toEqual(kept.slice(2))
    await subscribe(client, `jobs.${jobId}`, second)
    expect(seqsOf(await client.take(2))).toEqual(seqsOf(kept.slice(2)))
    await subscribe(client, 'jobs')
    await reportProgress(jobId, 5)
    const next = await client.take(2)
    expect(progressOf(next)).toEqual([5, 5])
    const channels = next.map((message) => ('channel' in message ? message.channel : null))
    expect(new Set(channels)).toEqual(new Set(['jobs', `jobs.${jobId}`]))
  })

  it('sends a snapshot of each job for a number that the stream does not have, and then new events', async () => {
    const shop = await newShop()
    const [done, waiting] = [await newJob(shop), await newJob(shop)]
    const witness = await connectReady(shop.token)
    await subscribe(witness, 'jobs')
    await reportProgress(done, 100, { status: 'done', meta: { file: 'a.png' } })
    await witness.take(1)
    const client = await connectReady(shop.token)
    const newest = await subscribe(client, 'jobs', 1e12)
    const snapshots = await client.take(2)
    const { jobs } = (await shop.api.listJobs()).body
    expect(snapshots).toHaveLength(2)
    for (const job of jobs)
      expect(snapshots).toContainEqual({ type: 'snapshot', channel: 'jobs', seq: newest, data: job })
    await reportProgress(waiting, 10)
    expect(progressOf(await client.take(1))).toEqual([10])
    await subscribe(client, `jobs.${done}`, 1e12)
    expect(await client.next()).toMatchObject({
      type: 'snapshot',
      channel: `jobs.${done}`,
      data: { id: done },
    })
  })

  it('sends a snapshot instead of events older than a day', async () => {
    const shop = await newShop()
    const jobId = await newJob(shop)
    const here = await connectReady(shop.token)
    const before = Number(await subscribe(here, 'jobs'))
    await reportProgress(jobId, 10)
    await here.take(1)
    const tomorrow = { ...systemClock, now: () => new Date(Date.now() + 25 * 3600_000) }
    const replica = await inProcess(realtime, { clock: tomorrow, env: { NATS_URL: platform().natsUrl } })
    onTestFinished(() => replica.stop())
    const client = await connectReady(shop.token, { url: `${replica.url}/realtime` })
    await subscribe(client, `jobs.${jobId}`, before)
    expect(await client.next()).toMatchObject({ type: 'snapshot', data: { id: jobId, progress: 10 } })
    await subscribe(client, 'jobs', 0)
    await reportProgress(jobId, 11)
    expect(progressOf(await client.take(2))).toEqual([11, 11])
  })
})

/** Records the job updates that a page receives with the browser client. */
const watch = ({ token }: Shop, url: () => string) => {
  const seen: number[] = []
  let subscribed = 0
  const client = connectRealtime({ url, token: () => token, random: () => 0.1 })
  client.subscribe('jobs', {
    onEvent: ({ data }) => void seen.push(data.progress),
    onSubscribed: () => void (subscribed += 1),
  })
  onTestFinished(() => client.close())
  return { seen, subscriptions: () => subscribed }
}

describe('clients on several replicas', () => {
  it('R8: delivers repeated and reordered callbacks once to the clients of every replica', async () => {
    const shop = await newShop()
    const jobId = await newJob(shop)
    const url = await startReplicaOfPlatform()
    const [here, there] = [await connectReady(shop.token), await connectReady(shop.token, { url })]
    await subscribe(here, 'jobs')
    await subscribe(there, `jobs.${jobId}`)
    const order = [3, 1, 3, 5, 5, 4, 9, 9, 2, 12]
    const accepted: number[] = []
    for (const sequence of order)
      if (await reportProgress(jobId, sequence, { sequence })) accepted.push(sequence)
    expect(accepted).toEqual([3, 5, 9, 12])
    for (let told = 0; told < repeats; told += 20)
      await Promise.all(Array.from({ length: 20 }, () => reportProgress(jobId, 12)))
    await reportProgress(jobId, 100, { status: 'done', sequence: 13 })
    for (const client of [here, there]) expect(progressOf(await client.take(5))).toEqual([3, 5, 9, 12, 100])
  })

  it('R11: resumes on another replica after 50 missed updates, with each update once and the last state', async () => {
    const shop = await newShop()
    const jobId = await newJob(shop)
    const hosts = [platform().services['realtime']![0]!.http, await startReplicaOfPlatform()].map(
      (url) => new URL(url).host,
    )
    let current = 0
    const ways = await Promise.all(hosts.map((host) => tcpProxy(host)))
    onTestFinished(() => ways.forEach((way) => way.close()))
    const page = watch(shop, () => `ws://${ways[current]!.address}/realtime`)
    await eventually(() => expect(page.subscriptions()).toBe(1))
    await reportProgress(jobId, 1)
    await eventually(() => expect(page.seen).toEqual([1]))
    ways[0]!.disconnect()
    current = 1
    for (let progress = 2; progress <= 51; progress += 1) await reportProgress(jobId, progress)
    await reportProgress(jobId, 100, { status: 'done' })
    await eventually(() => expect(page.seen.at(-1)).toBe(100))
    expect(page.seen).toEqual([...Array.from({ length: 51 }, (_, index) => index + 1), 100])
  })

  it('replays and continues without gaps or duplicates while updates arrive', async () => {
    const shop = await newShop()
    const jobId = await newJob(shop)
    const url = await startReplicaOfPlatform()
    for (let progress = 1; progress <= 30; progress += 1) await reportProgress(jobId, progress)
    const clients = await Promise.all([connectReady(shop.token), connectReady(shop.token, { url })])
    const telling = (async () => {
      for (let progress = 31; progress <= 60; progress += 1) await reportProgress(jobId, progress)
    })()
    for (const client of clients) await subscribe(client, 'jobs', 0)
    await telling
    for (const client of clients)
      expect(progressOf(await client.take(60))).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  })
})
