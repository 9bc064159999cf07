import { adminPermissions, workspacePermissions } from '@wp/auth'
import type { Result } from '@workspace-platform/client'
import type { Route } from '@wp/http'
import { signAdminToken, signStaffToken, claimsOf, newWorkspace, signToken } from '@wp/testing'
import { beforeAll, expect, test } from 'vitest'
import {
  requestVerified,
  hasWorkspace,
  newPeople,
  takesJson,
  titledRows,
  type People,
} from '../contract/caller.ts'
import { allRoutes } from '@wp/tools/contracts'
import { publicRoutes } from './public-routes.ts'

const routes = await allRoutes()
const closed = routes.filter(({ route }) => route.access.kind !== 'open')
const only = (kind: Route['access']['kind']) =>
  titledRows(routes.filter(({ route }) => route.access.kind === kind))

let people: People
let neighbour: Awaited<ReturnType<typeof newWorkspace>>
beforeAll(async () => {
  people = await newPeople()
  neighbour = await newWorkspace()
})

const call = (route: Route, token: string | null): Promise<Result> =>
  requestVerified(route, {
    params: { workspaceId: people.owner.workspaceId },
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    // A body that cannot be read: whoever gets past the checks of access does nothing.
    body: takesJson(route) ? '{' : undefined,
  })

test('the routes without a token are those of the public list, and no others', () => {
  const open = routes.filter(({ route }) => route.access.kind === 'open').map(({ route }) => route.id)
  expect(open.toSorted()).toEqual(publicRoutes.toSorted())
})

test.each(titledRows(closed))('%s answers 401 without a token', async (_, { route }) => {
  expect(await call(route, null)).toFailWith(401, 'UNAUTHENTICATED')
})

test.each(titledRows(closed))('%s answers 401 to garbage, and to a refresh token', async (_, { route }) => {
  expect(await call(route, 'garbage')).toFailWith(401, 'UNAUTHENTICATED')
  expect(await call(route, people.owner.refreshToken)).toFailWith(401, 'UNAUTHENTICATED')
})

test.each(titledRows(closed))('%s answers 401 to an expired token', async (_, { route }) => {
  const claims = claimsOf(route.access.kind === 'admin' ? people.admin : people.owner.token)
  const past = Math.floor(Date.now() / 1000) - 7_200
  const token = signToken({ ...claims, iat: past, iat_ms: past * 1000, exp: past + 3_600 })
  expect(await call(route, token)).toFailWith(401, 'TOKEN_EXPIRED')
})

test.each(only('workspace'))('%s answers 403 to an administrator', async (_, { route }) => {
  expect(await call(route, people.admin)).toFailWith(403, 'FORBIDDEN')
})

test.each(only('admin'))('%s answers 403 to a workspace owner', async (_, { route }) => {
  expect(await call(route, people.owner.token)).toFailWith(403, 'FORBIDDEN')
})

test.each(titledRows(closed.filter(({ route }) => hasWorkspace(route) && route.access.kind === 'workspace')))(
  '%s answers 403 to the owner of another workspace',
  async (_, { route }) => {
    expect(await call(route, neighbour.token)).toFailWith(403, 'WRONG_WORKSPACE')
  },
)

const all = Object.keys(workspacePermissions)
const withManage = (permission: string) =>
  permission.endsWith('.view') ? [permission, `${permission.slice(0, -'.view'.length)}.manage`] : [permission]
const isForbidden = ({ status, body }: Result) =>
  status === 403 && (body as { error: { code: string } }).error.code === 'FORBIDDEN'

const staff = (permissions: string[]) => signStaffToken(people.owner.token, permissions)
const needing = (test: (need: string | readonly string[]) => boolean) =>
  titledRows(routes.filter(({ route }) => route.access.kind === 'workspace' && test(route.access.need)))
const needsOf = (route: Route): readonly string[] =>
  route.access.kind === 'workspace' ? [route.access.need].flat() : []

test.each(needing((need) => need === 'owner'))(
  '%s answers 403 to staff, whatever they hold',
  async (_, { route }) => {
    expect(await call(route, staff(all))).toFailWith(403, 'FORBIDDEN')
  },
)

test.each(needing((need) => need === 'member'))(
  '%s needs no permission of a member',
  async (_, { route }) => {
    expect(isForbidden(await call(route, staff([])))).toBe(false)
  },
)

/** What a route asks beside its permission for a record that is not the caller's own. */
const besides: Record<string, string[]> = {
  createCalendarFeed: ['sessions.view'],
  deleteCalendarFeed: ['sessions.view'],
}

test.each(needing((need) => need !== 'owner' && need !== 'member'))(
  '%s answers 403 to staff who hold everything but its permission; that one alone suffices',
  async (_, { route }) => {
    const sufficient = new Set(needsOf(route).flatMap(withManage))
    const lacking = all.filter((permission) => !sufficient.has(permission))
    expect(await call(route, staff(lacking))).toFailWith(403, 'FORBIDDEN')
    for (const permission of needsOf(route)) {
      const caller = staff([permission, ...(besides[route.id] ?? [])])
      expect([permission, isForbidden(await call(route, caller))]).toEqual([permission, false])
    }
  },
)

const every = Object.keys(adminPermissions)
const asAnalyst = () => signAdminToken(people.admin, ['analyst'], ['dashboard.view'])
const adminsNeeding = (test: (need: string) => boolean) =>
  titledRows(routes.filter(({ route }) => route.access.kind === 'admin' && test(route.access.need)))

test.each(adminsNeeding((need) => need === 'super-admin'))(
  '%s answers 403 to a plain admin',
  async (_, { route }) => {
    expect(await call(route, signAdminToken(people.admin, ['admin'], every))).toFailWith(403, 'FORBIDDEN')
  },
)

test.each(adminsNeeding((need) => need === 'any' || need === 'dashboard.view'))(
  '%s is open to an analyst',
  async (_, { route }) => {
    expect(isForbidden(await call(route, asAnalyst()))).toBe(false)
  },
)

test.each(adminsNeeding((need) => every.includes(need) && need !== 'dashboard.view'))(
  '%s answers 403 to an analyst, and to an admin who lacks its permission',
  async (_, { route }) => {
    const need = route.access.kind === 'admin' ? route.access.need : ''
    const lacking = every.filter((permission) => permission !== need)
    expect(await call(route, asAnalyst())).toFailWith(403, 'FORBIDDEN')
    expect(await call(route, signAdminToken(people.admin, ['admin'], lacking))).toFailWith(403, 'FORBIDDEN')
    expect(isForbidden(await call(route, signAdminToken(people.admin, ['admin'], [need])))).toBe(false)
  },
)
