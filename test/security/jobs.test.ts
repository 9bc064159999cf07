import { connectRealtime } from '@workspace-platform/client/realtime'
import * as storefront from '@wp/storefront/contract'
import { eventually, newStaff, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'

const visitor = visitorApi(storefront)
const update = { status: 'processing' as const, progress: 40, step: 'draft', message: 'Writing' }

/** Returns every text that looks like an id, including those inside base64-encoded text. */
const idsIn = (text: string): string[] => {
  const decoded =
    text.match(/[A-Za-z0-9_-]{16,}/g)?.map((part) => Buffer.from(part, 'base64url').toString()) ?? []
  return [...new Set([text, ...decoded].flatMap((each) => each.match(/[0-9a-f]{24}/g) ?? []))]
}

describe('a member who may only view jobs', () => {
  it('receives no id that a progress callback could use to change a job', async () => {
    const shop = await newWorkspace(storefront)
    await shop.api.putStore({ slug: uniqueName('shop-'), name: 'Blue Moon' })
    const { product } = (await shop.api.createProduct({ name: 'Vase', price: 1 })).body
    const create = async () =>
      (await shop.api.createMarketingPost({ params: { productId: product.id } })).body.job.id
    const jobs = [await create(), await create()]
    const viewer = await newStaff(shop, ['jobs.view'], storefront)

    const seen: string[] = []
    const url = `${platform().gatewayUrl.replace('http', 'ws')}/v1/realtime`
    const live = connectRealtime({ url, token: () => viewer.token })
    onTestFinished(() => live.close())
    const record = (message: unknown) => void seen.push(JSON.stringify(message))
    live.subscribe('jobs', { after: 0, onEvent: record, onSnapshot: record })
    for (const jobId of jobs) await visitor.updateJobProgress({ body: { jobId, ...update } })
    await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(2))
    const pages = [
      await viewer.api.listJobs(),
      await viewer.api.listJobs({ query: { limit: 1, after: '' } }),
      await viewer.api.getJob({ params: { jobId: jobs[0]! } }),
    ]
    seen.push(...pages.map(({ body }) => JSON.stringify(body)))

    const ids = idsIn(seen.join('\n'))
    expect(ids.length).toBeGreaterThanOrEqual(2)
    expect(ids.filter((id) => jobs.includes(id))).toEqual([])
    for (const jobId of ids) {
      const forged = { jobId, status: 'failed' as const, progress: 0, step: 'x', message: 'forged' }
      expect(await visitor.updateJobProgress({ body: forged })).toFailWith(404, 'NOT_FOUND')
    }
    const { jobs: now } = (await shop.api.listJobs()).body
    expect(now.map(({ status }) => status)).toEqual(['processing', 'processing'])
  })
})
