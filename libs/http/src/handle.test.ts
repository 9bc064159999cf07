import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  admin,
  content,
  defineRoute,
  handle,
  handleWith,
  open,
  raw,
  reply,
  resource,
  workspace,
} from './index.ts'
import type { BoundRoute, WorkspaceView } from './index.ts'

const Holiday = resource('HandleTestHoliday', { name: z.string(), kind: z.enum(['single', 'recurring']) })
const holiday = { id: 'a'.repeat(24), name: 'Eid', kind: 'single' as const, createdAt: 'x', updatedAt: 'x' }

const createHoliday = defineRoute({
  id: 'createHoliday',
  method: 'POST',
  path: '/workspace/:workspaceId/holidays',
  summary: 'Add a holiday',
  access: workspace('holidays.manage'),
  query: z.object({ draft: z.stringbool().default(false) }),
  body: z.object({ name: z.string().min(1) }),
  replies: { 200: z.object({ holiday: Holiday }), 201: z.object({ holiday: Holiday }) },
  fails: [400, 401, 403, 404, 422],
})

describe('handle', () => {
  it('types the request from the route and rejects undeclared replies at compile time', () => {
    const bound = handle(
      createHoliday,
      async ({ params, query, body, principal, workspace: own, workspaceId }) => {
        expectTypeOf(params).toEqualTypeOf<{ readonly workspaceId: string }>()
        expectTypeOf(query.draft).toEqualTypeOf<boolean>()
        expectTypeOf(body.name).toEqualTypeOf<string>()
        expectTypeOf(principal.role).toEqualTypeOf<'owner' | 'staff'>()
        expectTypeOf(own).toEqualTypeOf<WorkspaceView>()
        expectTypeOf(workspaceId).toEqualTypeOf<string>()
        if (query.draft) return reply(200, { holiday: { ...holiday, kind: 'recurring' } })
        return reply(201, { holiday }, { headers: { location: '/x' } })
      },
    )
    expect(bound.route.id).toBe('createHoliday')

    // @ts-expect-error 202 is not declared
    handle(createHoliday, async () => reply(202, { holiday }))
    // @ts-expect-error the holiday is missing from the body
    handle(createHoliday, async () => reply(201, {}))
    // @ts-expect-error the value is not in the enum
    handle(createHoliday, async () => reply(201, { holiday: { ...holiday, kind: 'other' } }))
  })

  it('gives handlers the workspace fields that their service has declared', () => {
    type Shop = WorkspaceView & { readonly currencyCode: string }
    const declared = handleWith<Shop>()(createHoliday, async ({ workspace: own }) => {
      expectTypeOf(own).toEqualTypeOf<Shop>()
      return reply(201, { holiday })
    })
    const plain = handle(createHoliday, async () => reply(201, { holiday }))
    expectTypeOf(plain).toExtend<BoundRoute<Shop>>()
    expectTypeOf(declared).not.toExtend<BoundRoute<WorkspaceView>>()
    expectTypeOf(declared).toExtend<BoundRoute>()
    expect(declared.route).toBe(plain.route)
  })

  it('types path parameters by their schemas, or as string if they have none', () => {
    const feed = defineRoute({
      id: 'feed',
      method: 'GET',
      path: '/public/calendars/:number/:token.ics',
      summary: 'A feed',
      access: open(),
      params: z.object({ number: z.coerce.number() }),
      replies: { 200: raw('text/calendar'), 204: null },
      fails: [404],
    })
    handle(feed, ({ params, principal, body }) => {
      expectTypeOf(params.number).toEqualTypeOf<number>()
      expectTypeOf(params.token).toEqualTypeOf<string>()
      expectTypeOf(principal).toEqualTypeOf<null>()
      expectTypeOf(body).toEqualTypeOf<undefined>()
      return params.number > 1 ? reply(204) : reply(200, content('text/calendar', 'BEGIN'))
    })
    expect(feed.path).toBe('/public/calendars/:number/:token.ics')
  })
})

describe('defineRoute', () => {
  it('throws for a parameter that is not in the path, a GET with a body, a trailing slash or an id that is not camelCase', () => {
    const base = {
      method: 'GET',
      summary: 's',
      access: admin('any'),
      replies: { 200: null },
      fails: [],
    } as const
    expect(() => defineRoute({ ...base, id: 'a', path: '/a', params: z.object({ b: z.string() }) })).toThrow(
      /not in the path/,
    )
    expect(() => defineRoute({ ...base, id: 'a', path: '/a', body: z.string() })).toThrow(
      /cannot have a body/,
    )
    expect(() => defineRoute({ ...base, id: 'a', path: '/a/' })).toThrow(/cannot end/)
    expect(() => defineRoute({ ...base, id: 'A b', path: '/a' })).toThrow(/camelCase/)
  })

  it('throws for a sunset less than 6 months after the deprecation', () => {
    const declare = (sunset: string) =>
      defineRoute({
        id: 'old',
        method: 'GET',
        path: '/old',
        summary: 's',
        access: open(),
        replies: { 200: null },
        fails: [],
        deprecated: { at: '2027-08-31', sunset, successor: '/v2/new' },
      })
    expect(() => declare('2028-02-28')).toThrow(/2028-02-29 or later/)
    expect(declare('2028-02-29').deprecated.sunset).toBe('2028-02-29')
  })
})
