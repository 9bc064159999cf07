import { AppError } from '@wp/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { admin, defineRoute, handle, open, reply, signedIn, workspace } from '../src/index.ts'
import type { Access } from '../src/access.ts'
import type { Route } from '../src/index.ts'
import { ids, outcome, scratchService } from './scratch-service.ts'
import type { Scratch } from './scratch-service.ts'

const fails = [400, 401, 403, 404, 422] as const
const answered = { 200: z.object({ by: z.string() }) }
const get = (id: string, path: `/${string}`, access: Access) =>
  defineRoute({ id, method: 'GET', path, summary: id, access, replies: answered, fails })
const put = (id: string, path: `/${string}`, access: Access) =>
  defineRoute({
    id,
    method: 'PUT',
    path,
    summary: id,
    access,
    body: z.object({ n: z.number() }),
    replies: answered,
    fails,
  })
const bind = (route: Route) => handle(route, () => reply(200, { by: route.id }) as never)

const withProof = put('withProof', '/proof', open({ header: { name: 'x-proof', error: 'WRONG_WORKSPACE' } }))

let service: Scratch
beforeAll(async () => {
  service = await scratchService([
    bind(get('readHolidays', '/workspace/:workspaceId/holidays', workspace('holidays.view'))),
    bind(put('writeHolidays', '/workspace/:workspaceId/holidays', workspace('holidays.manage'))),
    bind(
      get(
        'paidRead',
        '/workspace/:workspaceId/paid',
        workspace('holidays.view', { subscription: 'required' }),
      ),
    ),
    bind(put('freeWrite', '/workspace/:workspaceId/free', workspace('member', { subscription: 'ignored' }))),
    bind(get('ownersOnly', '/workspace/:workspaceId/contests', workspace('owner'))),
    bind(get('anyOf', '/workspace/:workspaceId/comments', workspace(['staff.view', 'tasks.view']))),
    bind(get('tokenWorkspace', '/workspace/permissions', workspace('member'))),
    bind(get('plans', '/admin/plans/:planId', admin('plans.manage'))),
    bind(get('admins', '/admin/admins', admin('super-admin'))),
    bind(get('me', '/auth/me', signedIn())),
    bind(get('personsOnly', '/workspace/:workspaceId/api-keys', workspace('member', { callers: 'persons' }))),
    handle(withProof, () => reply(200, { by: 'withProof' }), {
      guard: ({ headers }) => {
        if (headers['x-proof'] !== 'right') throw new AppError('WRONG_WORKSPACE', 'wrong')
      },
    }),
  ])
})
afterAll(() => service.stop())

const own = `/workspace/${ids.workspace}`

describe('authentication', () => {
  it('answers 401 with WWW-Authenticate when the token is missing or invalid', async () => {
    for (const sent of [{}, { headers: { authorization: 'Basic YTpi' } }, { token: 'garbage' }]) {
      const answer = await service.call('GET', `${own}/holidays`, sent)
      expect(outcome(answer)).toBe('401 UNAUTHENTICATED')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
})

describe('order of checks', () => {
  const bad = { body: { n: 'not a number' } }

  it('checks the token before the ids in the path', async () => {
    expect(outcome(await service.call('PUT', '/workspace/x/holidays', bad))).toBe('401 UNAUTHENTICATED')
  })
  it('checks the ids in the path before the workspace', async () => {
    const token = await service.tokens.owner(ids.other)
    expect(outcome(await service.call('PUT', '/workspace/x/holidays', { token, ...bad }))).toBe(
      '400 INVALID_ID',
    )
  })
  it('checks that the workspace exists before membership', async () => {
    const token = await service.tokens.staff([], ids.other)
    expect(outcome(await service.call('PUT', `/workspace/${ids.unknown}/holidays`, { token, ...bad }))).toBe(
      '404 NOT_FOUND',
    )
  })
  it('checks membership before permissions', async () => {
    const token = await service.tokens.staff([], ids.other)
    expect(outcome(await service.call('PUT', `${own}/holidays`, { token, ...bad }))).toBe(
      '403 WRONG_WORKSPACE',
    )
  })
  it('checks permissions before the subscription', async () => {
    const token = await service.tokens.staff(['holidays.view'], ids.expired)
    expect(outcome(await service.call('PUT', `/workspace/${ids.expired}/holidays`, { token, ...bad }))).toBe(
      '403 FORBIDDEN',
    )
  })
  it('checks the subscription before the body', async () => {
    const token = await service.tokens.owner(ids.expired)
    expect(outcome(await service.call('PUT', `/workspace/${ids.expired}/holidays`, { token, ...bad }))).toBe(
      '403 SUBSCRIPTION_EXPIRED',
    )
  })
  it('checks the body last', async () => {
    const token = await service.tokens.owner()
    expect(outcome(await service.call('PUT', `${own}/holidays`, { token, ...bad }))).toBe(
      '400 INVALID_REQUEST',
    )
    expect(outcome(await service.call('PUT', `${own}/holidays`, { token, body: { n: 1 } }))).toBe('200')
  })
})

describe('authorization', () => {
  it('rejects ordinary writes and subscription-only reads after the subscription has expired, but no other requests', async () => {
    const token = await service.tokens.owner(ids.expired)
    const at = `/workspace/${ids.expired}`
    const write = { token, body: { n: 1 } }
    expect(outcome(await service.call('PUT', `${at}/holidays`, write))).toBe('403 SUBSCRIPTION_EXPIRED')
    expect(outcome(await service.call('PUT', `${at}/free`, write))).toBe('200')
    expect(outcome(await service.call('GET', `${at}/holidays`, { token }))).toBe('200')
    expect(outcome(await service.call('GET', `${at}/paid`, { token }))).toBe('403 SUBSCRIPTION_EXPIRED')
    const running = await service.tokens.owner(ids.other)
    expect(outcome(await service.call('GET', `/workspace/${ids.other}/paid`, { token: running }))).toBe('200')
  })

  const callAs = async (permissions: Parameters<Scratch['tokens']['staff']>[0], path: string) =>
    outcome(await service.call('GET', `${own}/${path}`, { token: await service.tokens.staff(permissions) }))

  it('accepts the exact permission, or manage where view is required, and rejects unrelated permissions', async () => {
    expect(await callAs(['holidays.view'], 'holidays')).toBe('200')
    expect(await callAs(['holidays.manage'], 'holidays')).toBe('200')
    expect(await callAs(['clients.manage'], 'holidays')).toBe('403 FORBIDDEN')
  })

  it('accepts any one of several permissions, and rejects others', async () => {
    expect(await callAs(['tasks.manage'], 'comments')).toBe('200')
    expect(await callAs(['staff.update'], 'comments')).toBe('403 FORBIDDEN')
  })

  it('accepts owners and rejects staff on owner-only routes', async () => {
    expect(await callAs(['holidays.manage'], 'contests')).toBe('403 FORBIDDEN')
    expect(
      outcome(await service.call('GET', `${own}/contests`, { token: await service.tokens.owner() })),
    ).toBe('200')
  })

  it('accepts an API key like a member, but rejects it on routes for users, owners and administrators', async () => {
    const token = await service.tokens.key(['holidays.manage'])
    const outcomeAt = async (path: string) => outcome(await service.call('GET', path, { token }))
    expect(await outcomeAt(`${own}/holidays`)).toBe('200')
    expect(await outcomeAt('/workspace/permissions')).toBe('200')
    expect(await outcomeAt(`${own}/comments`)).toBe('403 FORBIDDEN')
    expect(await outcomeAt(`${own}/api-keys`)).toBe('403 FORBIDDEN')
    expect(await outcomeAt(`${own}/contests`)).toBe('403 FORBIDDEN')
    expect(await outcomeAt('/auth/me')).toBe('403 FORBIDDEN')
    expect(await outcomeAt('/admin/admins')).toBe('403 FORBIDDEN')
    expect(await outcomeAt(`/workspace/${ids.other}/holidays`)).toBe('403 WRONG_WORKSPACE')
    const person = await service.tokens.staff([])
    expect(outcome(await service.call('GET', `${own}/api-keys`, { token: person }))).toBe('200')
  })

  it('checks the subscription for an API key too', async () => {
    const token = await service.tokens.key(['holidays.manage'], ids.expired)
    const write = { token, body: { n: 1 } }
    expect(outcome(await service.call('PUT', `/workspace/${ids.expired}/holidays`, write))).toBe(
      '403 SUBSCRIPTION_EXPIRED',
    )
  })

  it('rejects administrators on workspace routes and members on admin routes, and accepts both where any login is sufficient', async () => {
    const administrator = await service.tokens.admin('super-admin')
    const owner = await service.tokens.owner()
    expect(outcome(await service.call('GET', `${own}/holidays`, { token: administrator }))).toBe(
      '403 FORBIDDEN',
    )
    expect(outcome(await service.call('GET', '/workspace/permissions', { token: administrator }))).toBe(
      '403 FORBIDDEN',
    )
    expect(outcome(await service.call('GET', `/admin/plans/${ids.unknown}`, { token: owner }))).toBe(
      '403 FORBIDDEN',
    )
    expect(outcome(await service.call('GET', '/auth/me', { token: administrator }))).toBe('200')
    expect(outcome(await service.call('GET', '/auth/me', { token: owner }))).toBe('200')
  })

  it('rejects an administrator without the required permission or role', async () => {
    const analyst = await service.tokens.admin('analyst')
    expect(outcome(await service.call('GET', `/admin/plans/${ids.unknown}`, { token: analyst }))).toBe(
      '403 FORBIDDEN',
    )
    expect(outcome(await service.call('GET', '/admin/admins', { token: analyst }))).toBe('403 FORBIDDEN')
    expect(
      outcome(
        await service.call('GET', '/admin/admins', { token: await service.tokens.admin('super-admin') }),
      ),
    ).toBe('200')
  })

  it("uses the token's workspace when the path has none, and answers 404 if it does not exist", async () => {
    expect(
      outcome(await service.call('GET', '/workspace/permissions', { token: await service.tokens.staff([]) })),
    ).toBe('200')
    const gone = await service.tokens.owner(ids.unknown)
    expect(outcome(await service.call('GET', '/workspace/permissions', { token: gone }))).toBe(
      '404 NOT_FOUND',
    )
  })

  it('checks the required header and the guard before the body', async () => {
    const bad = { body: 'not an object' }
    expect(outcome(await service.call('PUT', '/proof', bad))).toBe('403 WRONG_WORKSPACE')
    expect(outcome(await service.call('PUT', '/proof', { ...bad, headers: { 'x-proof': 'wrong' } }))).toBe(
      '403 WRONG_WORKSPACE',
    )
    expect(outcome(await service.call('PUT', '/proof', { ...bad, headers: { 'x-proof': 'right' } }))).toBe(
      '400 INVALID_REQUEST',
    )
    expect(
      outcome(await service.call('PUT', '/proof', { body: { n: 1 }, headers: { 'x-proof': 'right' } })),
    ).toBe('200')
  })
})
