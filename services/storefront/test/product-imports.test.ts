import { newId } from '@wp/kernel'
import { storefrontService } from '@wp/protos'
import { eventually, listEvents, newWorkspace, textForm, visitorApi } from '@wp/testing'
import { afterAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { followEvents, storefrontRpcClient } from './peers.ts'
import { newProduct, newShop, unknownId } from './shop.ts'
import type { Shop } from './shop.ts'

const storefront = storefrontRpcClient(storefrontService)
const progressed = await followEvents(contract.JobProgressed)
afterAll(async () => {
  storefront.close()
  await progressed.close()
})

const importProducts = async ({ api }: Shop, text: string, query: { dryRun?: 'true' } = {}) => {
  const { status, body } = await api.importProducts({ query, body: textForm(text) })
  expect(status).toBe(202)
  return eventually(async () => {
    const { job } = (await api.getJob({ params: { jobId: body.job.id } })).body
    expect(['done', 'failed']).toContain(job.status)
    return job
  })
}

const reportOf = async ({ api }: Shop, job: { id: string }) =>
  String((await api.getProductImportReport({ params: { importId: job.id } })).body)
    .trim()
    .split('\r\n')
    .slice(1)

describe('POST /workspace/:workspaceId/storefront/products/import', () => {
  it('creates and updates products and rejects rows like single requests', async () => {
    const shop = await newShop()
    const taken = await newProduct(shop, { name: 'Taken' })
    const text = `name,slug,price,stock,images,status,externalId,taxRateId
Vase,,12.5,5,https://a.example/1.png https://a.example/2.png,active,P1,
Vase,,3,,,,P2,
Lamp,${taken.slug},3,,,,P3,
Bowl,,3.999,,,,P4,
Cup,,3,-1,,,P5,
Pot,,3,,,,P6,${unknownId}
`
    const job = await importProducts(shop, text)
    expect(job).toMatchObject({
      kind: 'product-import',
      status: 'done',
      meta: { created: 2, updated: 0, refused: 4 },
    })
    expect(await reportOf(shop, job)).toEqual([
      '4,slug,already exists',
      '5,price,must have at most 2 decimal places',
      '6,stock,must be at least 0',
      '7,taxRateId,must be an active tax rate of the workspace',
    ])
    const listed = (await shop.api.listProducts()).body.products
    const vase = listed.find(({ externalId }) => externalId === 'P1')!
    expect(vase).toMatchObject({
      slug: 'vase',
      price: 12.5,
      stock: 5,
      images: ['https://a.example/1.png', 'https://a.example/2.png'],
      status: 'active',
    })
    expect(listed.map(({ slug }) => slug)).toHaveLength(3)
    const again = await importProducts(shop, 'externalId,price,stock\nP1,13,4\n')
    expect(again.meta).toMatchObject({ created: 0, updated: 1, refused: 0 })
    const { product } = (await shop.api.getProduct({ params: { productId: vase.id } })).body
    expect(product).toMatchObject({ name: 'Vase', price: 13, stock: 4 })
    const events = await listEvents('wp_storefront', shop.workspaceId)
    const types = events.map(({ type, data }) => (data as { type?: string }).type ?? type)
    expect(types.filter((type) => type === 'product.created')).toHaveLength(3)
    expect(types.filter((type) => type === 'product.updated')).toHaveLength(1)
  })

  it('predicts taken slugs and repeated ids in a dry run', async () => {
    const shop = await newShop()
    const text = 'name,slug,price,externalId\nA,same,1,P1\nB,same,1,P2\nC,,1,P1\n'
    const job = await importProducts(shop, text, { dryRun: 'true' })
    expect(job.meta).toMatchObject({ created: 1, updated: 1, refused: 1, dryRun: true })
    expect(await reportOf(shop, job)).toEqual(['3,slug,already exists'])
    expect((await shop.api.listProducts()).body.products).toEqual([])
  })

  it('reports progress in order on the channel of jobs and ends with the result', async () => {
    const shop = await newShop()
    const lines = Array.from({ length: 200 }, (_, index) => `N${index},1`)
    const job = await importProducts(shop, ['name,price', ...lines].join('\n'))
    await eventually(() => {
      const updates = progressed.events.map(({ data }) => data).filter(({ jobId }) => jobId === job.id)
      expect(updates.at(-1)).toMatchObject({ status: 'done', progress: 100, meta: { created: 200 } })
      const percentages = updates.map(({ progress }) => progress)
      expect(percentages.length).toBeGreaterThan(2)
      expect(percentages).toEqual(percentages.toSorted((one, other) => one - other))
    })
  })

  it('accepts no progress callbacks for an import', async () => {
    const shop = await newShop()
    const { id: jobId } = await importProducts(shop, 'name,price\nA,1\n')
    const body = { jobId, status: 'failed', progress: 1, step: 's', message: 'm' } as const
    expect(await visitorApi(contract).updateJobProgress({ body })).toFailWith(404, 'NOT_FOUND')
  })

  it('returns 404 without a shop, 409 while another import runs, and 422 for an unknown column', async () => {
    const { api } = await newWorkspace(contract)
    const body = () => textForm('name,price\nA,1\n')
    expect(await api.importProducts({ body: body() })).toFailWith(404, 'NOT_FOUND')
    const shop = await newShop()
    expect(await shop.api.importProducts({ body: textForm('id\nA\n') })).toFailWith(422, 'VALIDATION_FAILED')
    const [first, second] = await Promise.all([
      shop.api.importProducts({ body: body() }),
      shop.api.importProducts({ body: body() }),
    ])
    expect(new Set([first.status, second.status])).toEqual(new Set([202, 409]))
  })

  it('allows an external id once per shop', async () => {
    const shop = await newShop()
    await shop.api.createProduct({ name: 'A', price: 1, externalId: 'P1' })
    const again = await shop.api.createProduct({ name: 'B', price: 1, externalId: 'P1' })
    expect(again).toFailWith(409, 'CONFLICT', { path: 'externalId' })
    const slug = await shop.api.createProduct({ name: 'B', price: 1, slug: 'a' })
    expect(slug).toFailWith(409, 'CONFLICT', { path: 'slug' })
  })
})

describe('saveImportJob', () => {
  const state = { kind: 'client-import', progress: 10, step: 'Importing', message: '1 of 10 rows' }

  it('creates a job once and ignores repeated and older states', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const jobId = newId()
    const save = (status: string, sequence: number, metaJson?: string) =>
      storefront.saveImportJob({
        ...state,
        workspaceId,
        jobId,
        status,
        sequence,
        ...(metaJson && { metaJson }),
      })
    await save('pending', 1)
    await save('processing', 3)
    await save('processing', 3)
    await save('pending', 1)
    const { job } = await save('done', 4, '{"created":1}')
    expect(job).toMatchObject({ id: jobId, status: 'done', metaJson: '{"created":1}' })
    expect((await save('failed', 2)).job).toEqual(job)
    const { jobs } = (await api.listJobs()).body
    expect(jobs).toMatchObject([{ id: jobId, productId: null, status: 'done', meta: { created: 1 } }])
    await eventually(() =>
      expect(
        progressed.events.filter(({ data }) => data.jobId === jobId).map(({ data }) => data.status),
      ).toEqual(['processing', 'done']),
    )
  })

  it('rejects unknown kinds and statuses', async () => {
    const request = { ...state, workspaceId: newId(), jobId: newId(), status: 'done', sequence: 1 }
    for (const wrong of [{ kind: 'product-marketing-post' }, { status: 'odd' }, { progress: 101 }])
      await expect(storefront.saveImportJob({ ...request, ...wrong })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      })
  })
})
