import { AppError } from '@wp/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
    handle(withProof, () => reply(200, { by: 'withProof' }), {
      guard: ({ headers }) => {
        if (headers['x-proof'] !== 'right') throw new AppError('WRONG_WORKSPACE', 'wrong')
      },
    }),
  ])
})
afterAll(() => service.stop())

const own = `/workspace/${ids.workspace}`

test('without a token it is 401, and the reply says which scheme is wanted', async () => {
  const missing = await service.call('GET', `${own}/holidays`)
  expect(outcome(missing)).toBe('401 UNAUTHENTICATED')
  expect(missing.headers.get('www-authenticate')).toBe('Bearer')
  expect(
    outcome(await service.call('GET', `${own}/holidays`, { headers: { authorization: 'Basic YTpi' } })),
  ).toBe('401 UNAUTHENTICATED')
  expect(outcome(await service.call('GET', `${own}/holidays`, { token: 'garbage' }))).toBe(
    '401 UNAUTHENTICATED',
  )
})

describe('checks answer in the order: token, ids, workspace, membership, permission, subscription, body', () => {
  const bad = { body: { n: 'no number' } }

  test('a missing token comes before a bad id', async () => {
    expect(outcome(await service.call('PUT', '/workspace/x/holidays', bad))).toBe('401 UNAUTHENTICATED')
  })
  test('a bad id comes before the workspace', async () => {
    const token = await service.tokens.owner(ids.other)
    expect(outcome(await service.call('PUT', '/workspace/x/holidays', { token, ...bad }))).toBe(
      '400 INVALID_ID',
    )
  })
  test('an unknown workspace comes before whose token it is', async () => {
    const token = await service.tokens.staff([], ids.other)
    expect(outcome(await service.call('PUT', `/workspace/${ids.unknown}/holidays`, { token, ...bad }))).toBe(
      '404 NOT_FOUND',
    )
  })
  test('another workspace comes before the permission', async () => {
    const token = await service.tokens.staff([], ids.other)
    expect(outcome(await service.call('PUT', `${own}/holidays`, { token, ...bad }))).toBe(
      '403 WRONG_WORKSPACE',
    )
  })
  test('the permission comes before the subscription', async () => {
    const token = await service.tokens.staff(['holidays.view'], ids.expired)
    expect(outcome(await service.call('PUT', `/workspace/${ids.expired}/holidays`, { token, ...bad }))).toBe(
      '403 FORBIDDEN',
    )
  })
  test('the subscription comes before the body', async () => {
    const token = await service.tokens.owner(ids.expired)
    expect(outcome(await service.call('PUT', `/workspace/${ids.expired}/holidays`, { token, ...bad }))).toBe(
      '403 SUBSCRIPTION_EXPIRED',
    )
  })
  test('the body comes last', async () => {
    const token = await service.tokens.owner()
    expect(outcome(await service.call('PUT', `${own}/holidays`, { token, ...bad }))).toBe(
      '400 INVALID_REQUEST',
    )
    expect(outcome(await service.call('PUT', `${own}/holidays`, { token, body: { n: 1 } }))).toBe('200')
  })
})

test('an expired subscription stops writes and reads that say so, nothing else', async () => {
  const token = await service.tokens.owner(ids.expired)
  const at = `/workspace/${ids.expired}`
  expect(outcome(await service.call('GET', `${at}/holidays`, { token }))).toBe('200')
  expect(outcome(await service.call('GET', `${at}/paid`, { token }))).toBe('403 SUBSCRIPTION_EXPIRED')
  expect(outcome(await service.call('PUT', `${at}/free`, { token, body: { n: 1 } }))).toBe('200')
  const running = await service.tokens.owner(ids.other)
  expect(outcome(await service.call('GET', `/workspace/${ids.other}/paid`, { token: running }))).toBe('200')
})

const callAs = async (permissions: Parameters<Scratch['tokens']['staff']>[0], path: string) =>
  outcome(await service.call('GET', `${own}/${path}`, { token: await service.tokens.staff(permissions) }))

test('the exact permission alone suffices, and manage includes view', async () => {
  expect(await callAs(['holidays.view'], 'holidays')).toBe('200')
  expect(await callAs(['holidays.manage'], 'holidays')).toBe('200')
  expect(await callAs(['clients.manage'], 'holidays')).toBe('403 FORBIDDEN')
})

test('where several permissions are named, one of them is enough', async () => {
  expect(await callAs(['tasks.manage'], 'comments')).toBe('200')
  expect(await callAs(['staff.update'], 'comments')).toBe('403 FORBIDDEN')
})

test('a route for the owner refuses staff', async () => {
  expect(await callAs(['holidays.manage'], 'contests')).toBe('403 FORBIDDEN')
  expect(outcome(await service.call('GET', `${own}/contests`, { token: await service.tokens.owner() }))).toBe(
    '200',
  )
})

test('a token of the other realm is 403 both ways', async () => {
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

test('an administrator is refused without the permission, or the role super-admin where it is needed', async () => {
  const analyst = await service.tokens.admin('analyst')
  expect(outcome(await service.call('GET', `/admin/plans/${ids.unknown}`, { token: analyst }))).toBe(
    '403 FORBIDDEN',
  )
  expect(outcome(await service.call('GET', '/admin/admins', { token: analyst }))).toBe('403 FORBIDDEN')
  expect(
    outcome(await service.call('GET', '/admin/admins', { token: await service.tokens.admin('super-admin') })),
  ).toBe('200')
})

test('a route without a workspace in its path takes the token’s', async () => {
  expect(
    outcome(await service.call('GET', '/workspace/permissions', { token: await service.tokens.staff([]) })),
  ).toBe('200')
  const gone = await service.tokens.owner(ids.unknown)
  expect(outcome(await service.call('GET', '/workspace/permissions', { token: gone }))).toBe('404 NOT_FOUND')
})

test('a missing header, then a guard, answers before the body is looked at', async () => {
  const bad = { body: 'no object' }
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
