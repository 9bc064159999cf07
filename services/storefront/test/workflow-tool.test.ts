import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clockOf, eventually, inProcess, newWorkspace, uniqueName } from '@wp/testing'
import type { InProcess } from '@wp/testing'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { storefront } from '../src/service.ts'

type Call = { path: string; headers: Record<string, string>; body: string }

/** A workflow tool on loopback that records calls and responds with `status`. */
const tool = { calls: [] as Call[], status: 200, location: '' }
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const headers = request.headers as Record<string, string>
    tool.calls.push({ path: request.url!, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(tool.status, tool.location ? { location: tool.location } : {}).end()
  })
})

const secret = `whsec_${Buffer.from('a secret of 24 bytes....').toString('base64')}`
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const clock = clockOf(now)
let url: string
let running: InProcess

const start = (env: Record<string, string>) => inProcess(storefront, { clock, env })

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/posts`
  running = await start({
    WORKFLOW_URL: url,
    WORKFLOW_SECRET: secret,
    WORKFLOW_ALLOWED_HOSTS: '127.0.0.1',
  })
})
afterEach(() => {
  Object.assign(tool, { calls: [], status: 200, location: '' })
  aheadMs = 0
})
afterAll(async () => {
  await running.stop()
  server.close()
})

const newJob = async (service: InProcess) => {
  const { token, workspaceId } = await newWorkspace()
  const api = service.as(contract, { token, workspaceId })
  await api.putStore({ slug: uniqueName('shop-'), name: 'Blue Moon' })
  const { product } = (await api.createProduct({ name: 'Vase', price: 12.5, description: 'Blue' })).body
  const { job } = (await api.createMarketingPost({ params: { productId: product.id } })).body
  const read = async () => (await api.getJob({ params: { jobId: job.id } })).body.job
  const callsOf = () => tool.calls.filter(({ body }) => body.includes(job.id))
  return { job, product, workspaceId, read, callsOf, api }
}

describe('workflow tool', () => {
  it('receives one signed call per job, with the product and the callback URL', async () => {
    const { job, product, workspaceId, read, callsOf } = await newJob(running)
    const [call] = await eventually(() => {
      expect(callsOf()).toHaveLength(1)
      return callsOf()
    })
    expect(() => new Webhook(secret).verify(call!.body, call!.headers)).not.toThrow()
    expect(() => new Webhook(secret).verify(`${call!.body} `, call!.headers)).toThrow('signature')
    expect(call!.headers['webhook-id']).toBe(`job_${job.id}`)
    const sent = JSON.parse(call!.body) as { callbackUrl: string }
    expect(sent).toEqual({ jobId: job.id, workspaceId, product, callbackUrl: expect.any(String) as string })
    expect(sent.callbackUrl).toMatch(
      /\/v1\/webhooks\/jobs\/workflow\/update-product-marketing-post-generatorn-progress\?key=[\w-]{43}$/,
    )
    aheadMs = 3_600_000
    await running.runJob('call-workflow-tool')
    expect(callsOf()).toHaveLength(1)
    expect(await read()).toEqual(job) // calls are not visible changes, so updatedAt stays
  })

  it('reports progress with the key of its callback URL, but is rejected with the key of another job', async () => {
    const [one, other] = [await newJob(running), await newJob(running)]
    const keyOf = async ({ callsOf }: typeof one) => {
      await eventually(() => expect(callsOf()).toHaveLength(1))
      const { callbackUrl } = JSON.parse(callsOf()[0]!.body) as { callbackUrl: string }
      return new URL(callbackUrl).searchParams.get('key')!
    }
    const [key, otherKey] = [await keyOf(one), await keyOf(other)]
    const body = { jobId: one.job.id, status: 'done' as const, progress: 100, step: 'end', message: '' }
    const report = (query: { key?: string }) => one.api.updateJobProgress({ query, body })
    for (const wrong of [otherKey, '', 'x']) expect(await report({ key: wrong })).toFailWith(404, 'NOT_FOUND')
    expect((await one.read()).status).toBe('pending')
    expect((await report({ key })).status).toBe(200)
    expect((await one.read()).status).toBe('done')
  })

  it('is called again with the same webhook-id after a failure or a redirect', async () => {
    Object.assign(tool, { status: 302, location: url })
    const { callsOf, job } = await newJob(running)
    await eventually(() => expect(callsOf()).toHaveLength(1))
    await running.runJob('call-workflow-tool')
    expect(callsOf()).toHaveLength(1)
    tool.status = 500
    aheadMs = 16_000
    await running.runJob('call-workflow-tool')
    expect(callsOf()).toHaveLength(2)
    Object.assign(tool, { status: 204, location: '' })
    aheadMs += 31_000
    await running.runJob('call-workflow-tool')
    expect(callsOf().map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(`job_${job.id}`))
    aheadMs += 3_600_000
    await running.runJob('call-workflow-tool')
    expect(callsOf()).toHaveLength(3)
  })

  it('is not called again after it reported progress, even when the first call appeared to fail', async () => {
    tool.status = 500
    const { callsOf, job, api, read } = await newJob(running)
    await eventually(() => expect(callsOf()).toHaveLength(1))
    const update = { status: 'processing' as const, progress: 5, step: 'begin', message: 'Begun' }
    await api.updateJobProgress({ jobId: job.id, ...update })
    aheadMs = 3_600_000
    await running.runJob('call-workflow-tool')
    expect(callsOf()).toHaveLength(1)
    expect((await read()).status).toBe('processing')
  })

  it('is called eight times before the job fails with a reason', async () => {
    tool.status = 503
    const { callsOf, read } = await newJob(running)
    for (let hours = 1; hours <= 9; hours += 1) {
      aheadMs = hours * 3_600_000
      await running.runJob('call-workflow-tool')
    }
    expect(callsOf()).toHaveLength(8)
    expect(await read()).toMatchObject({
      status: 'failed',
      progress: 0,
      step: 'call',
      message: 'The workflow tool could not be reached: it answered 503',
    })
  })

  it('is rejected when it reports progress without the key of its callback URL and CALLBACK_KEY_REQUIRED is set', async () => {
    const env = { WORKFLOW_URL: url, WORKFLOW_SECRET: secret, WORKFLOW_ALLOWED_HOSTS: '127.0.0.1' }
    const strict = await start({ ...env, CALLBACK_KEY_REQUIRED: 'true' })
    try {
      const { api, job, callsOf } = await newJob(strict)
      await eventually(() => expect(callsOf()).toHaveLength(1))
      const { callbackUrl } = JSON.parse(callsOf()[0]!.body) as { callbackUrl: string }
      const body = { jobId: job.id, status: 'done' as const, progress: 100, step: 'end', message: '' }
      expect(await api.updateJobProgress({ body })).toFailWith(404, 'NOT_FOUND')
      const query = { key: new URL(callbackUrl).searchParams.get('key')! }
      expect((await api.updateJobProgress({ query, body })).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })

  it('is not called at an internal address that is not allowed, and cannot be configured without WORKFLOW_SECRET', async () => {
    const guarded = await start({ WORKFLOW_URL: url, WORKFLOW_SECRET: secret })
    try {
      const { callsOf } = await newJob(guarded)
      await guarded.runJob('call-workflow-tool')
      await eventually(() => expect(guarded.logLines.join('')).toContain('did not accept a job'))
      expect(guarded.logLines.join('')).toContain('not public')
      expect(guarded.logLines.join('')).not.toContain(secret)
      expect(callsOf()).toEqual([])
    } finally {
      await guarded.stop()
    }
    await expect(start({ WORKFLOW_URL: url })).rejects.toThrow('WORKFLOW_SECRET')
  })
})
