import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { createClient, defineRoute, handle, open, reply, resource, workspace } from '../src/index.ts'
import { ids, scratchService } from './scratch-service.ts'
import type { Scratch } from './scratch-service.ts'

const Holiday = resource('ClientTestHoliday', { name: z.string() })
const contract = {
  createHoliday: defineRoute({
    id: 'createHoliday',
    method: 'POST',
    path: '/workspace/:workspaceId/holidays',
    summary: 's',
    access: workspace('holidays.manage'),
    idempotency: 'none',
    body: z.object({ name: z.string().min(1), isRecurring: z.boolean().default(false) }),
    replies: { 201: z.object({ holiday: Holiday }) },
    fails: [400, 401, 403, 404, 422],
  }),
  search: defineRoute({
    id: 'search',
    method: 'GET',
    path: '/search/:slug',
    summary: 's',
    access: open(),
    query: z.object({ tag: z.array(z.string()).optional(), limit: z.coerce.number().default(20) }),
    replies: { 200: z.object({ slug: z.string(), tags: z.array(z.string()), limit: z.number() }), 204: null },
    fails: [400],
  }),
  Holiday,
}

let service: Scratch
beforeAll(async () => {
  service = await scratchService([
    handle(contract.createHoliday, ({ body }) =>
      reply(201, {
        holiday: {
          id: ids.other,
          name: body.name,
          createdAt: '2027-03-10T09:00:00.000Z',
          updatedAt: '2027-03-10T09:00:00.000Z',
        },
      }),
    ),
    handle(contract.search, ({ params, query }) =>
      query.limit === 0
        ? reply(204)
        : reply(200, { slug: params.slug, tags: query.tag ?? [], limit: query.limit }),
    ),
  ])
})
afterAll(() => service.stop())

test('calls are typed by the contract, successes and failures are told apart by status', async () => {
  const seen: string[] = []
  const client = createClient(contract, {
    baseUrl: service.url,
    token: () => service.tokens.owner(),
    onReply: (route, { status }) => seen.push(`${route.id} ${status}`),
  })
  const params = { workspaceId: ids.workspace }
  const made = await client.createHoliday({ params, body: { name: 'Eid' } })
  if (made.status !== 201) throw new Error(made.body?.error.message)
  expectTypeOf(made.body.holiday.name).toEqualTypeOf<string>()
  expect(made.body.holiday.name).toBe('Eid')

  const refused = await client.createHoliday({ params, body: { name: '' } })
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_FAILED' } } })
  const anonymous = await client.createHoliday({ params, body: { name: 'Eid' }, token: null })
  expect(anonymous.status).toBe(401)
  expect(seen).toEqual(['createHoliday 201', 'createHoliday 422', 'createHoliday 401'])

  expectTypeOf(client).not.toHaveProperty('Holiday')
  expectTypeOf<{ params: typeof params }>().not.toExtend<Parameters<typeof client.createHoliday>[0]>()
})

test('parameters and queries are encoded, lists are repeated', async () => {
  const client = createClient(contract, { baseUrl: `${service.url}/` })
  const found = await client.search({ params: { slug: 'a/b é' }, query: { tag: ['x', 'y&z'], limit: 5 } })
  expect(found.body).toEqual({ slug: 'a/b é', tags: ['x', 'y&z'], limit: 5 })
  expect((await client.search({ params: { slug: 'a' }, query: { limit: 0 } })).body).toBeNull()
})

test('parameters that the client was made with need not be given again, and a call may give others', async () => {
  const client = createClient(contract, {
    baseUrl: service.url,
    token: () => service.tokens.owner(),
    params: { workspaceId: ids.workspace },
  })
  expect((await client.createHoliday({ body: { name: 'Eid' } })).status).toBe(201)
  const elsewhere = await client.createHoliday({ params: { workspaceId: ids.other }, body: { name: 'Eid' } })
  expect(elsewhere.status).toBe(403)
})
