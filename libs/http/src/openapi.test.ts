import { defineErrors, pageQuery, Pagination } from '@wp/kernel'
import { CalendarDateString, IdString } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  admin,
  defineRoute,
  mergeOpenApi,
  open,
  raw,
  resource,
  signedIn,
  toOpenApi,
  workspace,
} from './index.ts'
import type { Route } from './index.ts'

const info = { title: 'Test', version: '1.0.0' }
const Holiday = resource('OpenApiTestHoliday', {
  workspaceId: IdString,
  date: CalendarDateString,
  note: z.string().nullable(),
})

const listHolidays = defineRoute({
  id: 'listHolidays',
  method: 'GET',
  path: '/workspace/:workspaceId/holidays',
  summary: 'Holidays',
  access: workspace('holidays.view'),
  query: pageQuery.extend({ from: CalendarDateString }),
  replies: { 200: [z.object({ holidays: z.array(Holiday), pagination: Pagination }), raw('text/csv')] },
  fails: [401, 403, 404],
})
const createHoliday = defineRoute({
  id: 'createHoliday',
  method: 'POST',
  path: '/workspace/:workspaceId/holidays',
  summary: 'Add a holiday',
  access: workspace('holidays.manage'),
  body: z.object({ name: z.string().min(1), isRecurring: z.boolean().default(false) }),
  replies: { 201: z.object({ holiday: Holiday }) },
  fails: [400, 401, 403, 404, 422],
  deprecated: { at: '2027-01-01', sunset: '2028-01-01', successor: '/v2/holidays' },
})
const feed = defineRoute({
  id: 'feed',
  method: 'GET',
  path: '/public/calendars/:token.ics',
  summary: 'Feed',
  access: open(),
  replies: { 200: raw('text/calendar') },
  fails: [404],
  root: true,
})

describe('toOpenApi', () => {
  it('lists API keys as security only for the routes that accept them', () => {
    const route = (id: string, access: Route['access']) =>
      defineRoute({
        id,
        method: 'GET',
        path: `/${id}`,
        summary: id,
        access,
        replies: { 200: null },
        fails: [],
      })
    const { paths, components } = toOpenApi(
      [
        route('clients', workspace('clients.view')),
        route('keys', workspace('integrations.view', { callers: 'persons' })),
        route('contests', workspace('owner')),
        route('me', signedIn()),
        route('plans', admin('plans.manage')),
        route('public', open()),
      ],
      info,
    )
    expect(Object.keys(components.securitySchemes)).toEqual(['bearer', 'apiKey', 'refreshCookie'])
    const both = [{ bearer: [] }, { apiKey: [] }]
    const person = [{ bearer: [] }]
    expect(Object.values(paths).map(({ get }) => get!.security)).toEqual([
      both,
      person,
      person,
      person,
      person,
      [],
    ])
    expect(paths['/keys']!.get!.description).toContain('API keys are not accepted')
  })

  it('omits application pages', () => {
    const page = defineRoute({
      id: 'getPage',
      method: 'GET',
      path: '/app/:path*',
      root: true,
      isPage: true,
      tag: 'App',
      summary: 'Open the app',
      access: open(),
      replies: { 200: null },
      fails: [],
    })
    const { paths, tags } = toOpenApi([feed, page], info)
    expect(Object.keys(paths)).toEqual(['/public/calendars/{token}.ics'])
    expect(tags.map(({ name }) => name)).not.toContain('App')
  })

  it('contains each tag once, with the description that a route gives it', () => {
    const days = { ...listHolidays, tag: 'Days' }
    const described = { ...createHoliday, tag: { name: 'Days', description: 'Days off.' } }
    const { tags, paths } = toOpenApi([described, days], info)
    expect(tags).toEqual([{ name: 'Days', description: 'Days off.' }])
    expect(Object.values(paths).flatMap((path) => Object.values(path).map((each) => each.tags))).toEqual([
      ['Days'],
      ['Days'],
    ])
    const merged = mergeOpenApi({ days: toOpenApi([described], info), others: toOpenApi([days], info) }, info)
    expect(merged!.tags).toEqual(tags)
  })

  it('describes the parameters, bodies, replies, access and deprecation of routes', () => {
    const { paths, components, servers } = toOpenApi([listHolidays, createHoliday, feed], info)
    expect(servers.map(({ url }) => url)).toEqual(['/v1', '/api/v1'])
    expect(Object.keys(paths)).toEqual(['/workspace/{workspaceId}/holidays', '/public/calendars/{token}.ics'])
    const { get, post } = paths['/workspace/{workspaceId}/holidays']!
    expect(get!.parameters).toEqual([
      {
        name: 'workspaceId',
        in: 'path',
        required: true,
        schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
      },
      expect.objectContaining({
        name: 'page',
        in: 'query',
        required: false,
        description: 'Page number, starting at 1',
      }),
      expect.objectContaining({ name: 'limit', required: false }),
      expect.objectContaining({ name: 'after', required: false }),
      expect.objectContaining({ name: 'from', required: true }),
    ])
    expect(Object.keys(get!.responses)).toEqual([
      '200',
      '401',
      '403',
      '404',
      '413',
      '415',
      '429',
      '500',
      '503',
      '504',
    ])
    expect(Object.keys((get!.responses['200'] as { content: object }).content)).toEqual([
      'application/json',
      'text/csv',
    ])
    expect(Object.keys(post!.responses)).toContain('408') // only a body can arrive too slowly
    expect(post).toMatchObject({
      operationId: 'createHoliday',
      deprecated: true,
      'x-sunset': '2028-01-01',
      'x-access': 'workspace:holidays.manage',
      security: [{ bearer: [] }, { apiKey: [] }],
      requestBody: { required: true, content: { 'application/json': { schema: { required: ['name'] } } } },
      responses: {
        201: {
          content: {
            'application/json': {
              schema: { properties: { holiday: { $ref: '#/components/schemas/OpenApiTestHoliday' } } },
            },
          },
        },
        422: { $ref: '#/components/responses/Failure422' },
      },
    })
    expect(post!.parameters!.map(({ name }) => name)).toEqual(['workspaceId', 'Idempotency-Key'])
    expect(paths['/public/calendars/{token}.ics']!.get).toMatchObject({
      security: [],
      servers: [{ url: '/' }],
    })
    expect(components.schemas.OpenApiTestHoliday).toMatchObject({
      type: 'object',
      required: ['id', 'workspaceId', 'date', 'note', 'createdAt', 'updatedAt'],
      properties: { date: { type: 'string', format: 'date' } },
    })
    expect(JSON.stringify(components.schemas)).not.toContain('additionalProperties')
    expect(components.schemas.Error).toMatchObject({
      properties: { error: { required: ['code', 'message'] } },
    })
  })

  it('declares headers, 304 for routes with an ETag, and the codes of each status', () => {
    const plans = defineRoute({
      id: 'plans',
      method: 'GET',
      path: '/plans',
      summary: 'Plans',
      access: open(),
      replies: { 200: z.object({ plans: z.array(z.string()) }) },
      fails: [],
      etag: true,
    })
    const { paths, components } = toOpenApi([plans, createHoliday], info)
    const { get } = paths['/plans']!
    expect(get!.parameters).toMatchObject([{ name: 'If-None-Match', in: 'header', required: false }])
    expect(get!.responses['200']).toMatchObject({
      headers: { RateLimit: {}, 'RateLimit-Policy': {}, ETag: { $ref: '#/components/headers/ETag' } },
    })
    expect(get!.responses['304']).toEqual({ $ref: '#/components/responses/NotModified' })
    const { post } = paths['/workspace/{workspaceId}/holidays']!
    expect(post!.responses['201']).toMatchObject({ headers: { 'Idempotency-Replayed': {} } })
    expect(post!.responses).not.toHaveProperty('304')
    expect(components.responses['Failure503']).toMatchObject({ headers: { 'Retry-After': {} } })
    expect(components.responses['Failure404']).not.toHaveProperty(['headers', 'Retry-After'])
    expect(JSON.stringify(components.responses['Failure409'])).toContain(
      '"enum":["CONFLICT","IDEMPOTENCY_IN_PROGRESS"]',
    )
    for (const name of Object.keys(components.headers))
      expect(components.headers[name]!.description).toMatch(/\.$/)
  })

  it('lists the refresh cookie as security, and the token in the body as an alternative', () => {
    const refresh = defineRoute({
      id: 'refresh',
      method: 'POST',
      path: '/refresh',
      summary: 'Refresh',
      access: open({ cookie: true }),
      replies: { 200: null },
      fails: [],
    })
    expect(toOpenApi([refresh], info).paths['/refresh']!.post!.security).toEqual([{ refreshCookie: [] }, {}])
  })

  it('describes forms that exclude each other with oneOf', () => {
    const { components } = toOpenApi([listHolidays], info)
    expect(components.schemas['Pagination']).toMatchObject({
      oneOf: [{ required: ['page', 'limit', 'total', 'totalPages'] }, { required: ['limit', 'nextCursor'] }],
    })
  })

  it('returns a document without dangling references', () => {
    const document = toOpenApi([listHolidays, createHoliday, feed], info)
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(refs.length).toBeGreaterThan(5)
    for (const [, kind, name] of refs) expect(document.components).toHaveProperty([kind!, name!])
  })
})

describe('toOpenApi with error codes of a service', () => {
  const errors = defineErrors({
    DAY_TAKEN: { status: 422, cause: 'The day is already a holiday.', remedy: 'Choose another day.' },
  })
  const takeDay = defineRoute({ ...createHoliday, id: 'takeDay', errors: [errors.DAY_TAKEN] })
  const document = toOpenApi([takeDay], info)
  const { post } = document.paths['/workspace/{workspaceId}/holidays']!

  it('lists them in the operation and with their descriptions', () => {
    expect(post!['x-error-codes']!['422']).toEqual(expect.arrayContaining(['VALIDATION_FAILED', 'DAY_TAKEN']))
    const text = JSON.stringify(post!.responses['422'])
    expect(text).toContain('"DAY_TAKEN"')
    expect(text).toContain('"VALIDATION_FAILED"')
    expect(post!.responses['404']).toEqual({ $ref: '#/components/responses/Failure404' })
    expect(JSON.stringify(document.components)).not.toContain('DAY_TAKEN')
    expect(document['x-errors']).toEqual({ DAY_TAKEN: errors.DAY_TAKEN })
  })

  it('merges them', () => {
    const merged = mergeOpenApi({ feeds: toOpenApi([feed], info), days: document }, info)!
    expect(merged['x-errors']).toEqual(document['x-errors'])
    expect(toOpenApi([feed], info)).not.toHaveProperty('x-errors')
  })

  it('requires a route to declare the status of its codes', () => {
    expect(() => defineRoute({ ...takeDay, fails: [404] })).toThrow('fails must contain 422')
  })
})

describe('toOpenApi with webhooks', () => {
  const Pet = z.object({ id: z.string() }).meta({ id: 'WebhookTestPet' })
  const petCreated = {
    type: 'house_pet.created',
    summary: 'Receive house_pet.created',
    description: 'Requires the owner.',
    body: z.object({ type: z.literal('house_pet.created'), data: z.object({ pet: Pet }) }),
    example: { type: 'house_pet.created', data: { pet: { id: 'a' } } },
  }

  it('describes the request with its headers, schema and example', () => {
    const document = toOpenApi([feed], info, [petCreated])
    const { post } = document.webhooks!['house_pet.created']!
    expect(post.operationId).toBe('housePetCreatedWebhook')
    expect(post.parameters!.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
    const { schema, example } = post.requestBody.content['application/json']!
    expect(JSON.stringify(schema)).toContain('#/components/schemas/WebhookTestPet')
    expect(example).toEqual(petCreated.example)
    expect(document.components.schemas).toHaveProperty('WebhookTestPet')
    expect(document.tags).toContainEqual({ name: 'Webhook events' })
    expect(toOpenApi([feed], info)).not.toHaveProperty('webhooks')
  })

  it('merges the webhooks of services', () => {
    const merged = mergeOpenApi(
      {
        pets: toOpenApi([feed], info, [petCreated]),
        zoo: toOpenApi([], info, [{ ...petCreated, type: 'lion.created' }]),
      },
      info,
    )!
    expect(Object.keys(merged.webhooks!)).toEqual(['house_pet.created', 'lion.created'])
  })
})

describe('mergeOpenApi', () => {
  it('merges paths, and prefixes the second of two different components that share a name', () => {
    const session = (field: string) =>
      toOpenApi(
        [
          defineRoute({
            id: `get${field}`,
            method: 'GET',
            path: `/${field}`,
            summary: 's',
            access: open(),
            replies: {
              200: z.object({ session: z.object({ [field]: z.string() }).meta({ id: 'MergeTestSession' }) }),
            },
            fails: [],
          }),
        ],
        info,
      )
    const scheduling = session('startTime')
    const pos = session('register')
    const merged = mergeOpenApi({ scheduling, 'pos-till': pos }, info)!
    expect(Object.keys(merged.paths)).toEqual(['/register', '/startTime'])
    expect(merged.paths['/register']!.get!['x-service']).toBe('pos-till')
    expect(Object.keys(merged.components.schemas)).toEqual([
      'Error',
      'MergeTestSession',
      'PosTillMergeTestSession',
    ])
    expect(JSON.stringify(merged.paths['/register'])).toContain(
      '#/components/schemas/PosTillMergeTestSession',
    )
    expect(JSON.stringify(merged.paths['/startTime'])).toContain('#/components/schemas/MergeTestSession"')
  })
})
