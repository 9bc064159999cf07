import { adminPermissions, workspacePermissions } from '@wp/auth'
import type { Result } from '@workspace-platform/client'
import type { Route } from '@wp/http'
import { signAdminToken, signStaffToken, claimsOf, newWorkspace, signToken } from '@wp/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  requestVerified,
  hasWorkspace,
  newPeople,
  takesJson,
  titledRows,
  type People,
} from '../contract/caller.ts'
import { allRoutes } from '@wp/gateway/contracts'
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
    // The body is malformed, so that a request that passes the access checks still changes nothing.
    body: takesJson(route) ? '{' : undefined,
  })

describe('access to routes', () => {
  it('requires authentication on every route that is not listed as public', () => {
    const open = routes.filter(({ route }) => route.access.kind === 'open').map(({ route }) => route.id)
    expect(open.toSorted()).toEqual(publicRoutes.toSorted())
  })

  it.each(titledRows(closed))('%s returns 401 without a token', async (_, { route }) => {
    expect(await call(route, null)).toFailWith(401, 'UNAUTHENTICATED')
  })

  it.each(titledRows(closed))(
    '%s returns 401 for a malformed token and for a refresh token',
    async (_, { route }) => {
      expect(await call(route, 'garbage')).toFailWith(401, 'UNAUTHENTICATED')
      expect(await call(route, people.owner.refreshToken)).toFailWith(401, 'UNAUTHENTICATED')
    },
  )

  it.each(titledRows(closed))('%s returns 401 for an expired token', async (_, { route }) => {
    const claims = claimsOf(route.access.kind === 'admin' ? people.admin : people.owner.token)
    const past = Math.floor(Date.now() / 1000) - 7_200
    const token = signToken({ ...claims, iat: past, iat_ms: past * 1000, exp: past + 3_600 })
    expect(await call(route, token)).toFailWith(401, 'TOKEN_EXPIRED')
  })

  it.each(only('workspace'))('%s returns 403 to an admin', async (_, { route }) => {
    expect(await call(route, people.admin)).toFailWith(403, 'FORBIDDEN')
  })

  it.each(only('admin'))('%s returns 403 to a workspace owner', async (_, { route }) => {
    expect(await call(route, people.owner.token)).toFailWith(403, 'FORBIDDEN')
  })

  it.each(titledRows(closed.filter(({ route }) => hasWorkspace(route) && route.access.kind === 'workspace')))(
    '%s returns 403 to the owner of another workspace',
    async (_, { route }) => {
      expect(await call(route, neighbour.token)).toFailWith(403, 'WRONG_WORKSPACE')
    },
  )

  const all = Object.keys(workspacePermissions)
  const withManage = (permission: string) =>
    permission.endsWith('.view')
      ? [permission, `${permission.slice(0, -'.view'.length)}.manage`]
      : [permission]
  const isForbidden = ({ status, body }: Result) =>
    status === 403 && (body as { error: { code: string } }).error.code === 'FORBIDDEN'

  const staff = (permissions: string[]) => signStaffToken(people.owner.token, permissions)
  const needing = (test: (need: string | readonly string[]) => boolean) =>
    titledRows(routes.filter(({ route }) => route.access.kind === 'workspace' && test(route.access.need)))
  const needsOf = (route: Route): readonly string[] =>
    route.access.kind === 'workspace' ? [route.access.need].flat() : []

  it.each(needing((need) => need === 'owner'))(
    '%s returns 403 to staff, even with all permissions',
    async (_, { route }) => {
      expect(await call(route, staff(all))).toFailWith(403, 'FORBIDDEN')
    },
  )

  it.each(needing((need) => need === 'member'))(
    '%s requires no permission from a member',
    async (_, { route }) => {
      expect(isForbidden(await call(route, staff([])))).toBe(false)
    },
  )

  /** Additional permissions that a route requires for other people's records. */
  const besides: Record<string, string[]> = {
    createCalendarFeed: ['sessions.view'],
    deleteCalendarFeed: ['sessions.view'],
  }

  it.each(needing((need) => need !== 'owner' && need !== 'member'))(
    '%s returns 403 to staff with all permissions except the required one, and accepts staff with only that one',
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

  it.each(adminsNeeding((need) => need === 'super-admin'))(
    '%s returns 403 to an admin who is not a super-admin',
    async (_, { route }) => {
      expect(await call(route, signAdminToken(people.admin, ['admin'], every))).toFailWith(403, 'FORBIDDEN')
    },
  )

  it.each(adminsNeeding((need) => need === 'any' || need === 'dashboard.view'))(
    '%s accepts an analyst',
    async (_, { route }) => {
      expect(isForbidden(await call(route, asAnalyst()))).toBe(false)
    },
  )

  it.each(adminsNeeding((need) => every.includes(need) && need !== 'dashboard.view'))(
    '%s returns 403 to an analyst and to an admin without its permission, and accepts an admin with only that one',
    async (_, { route }) => {
      const need = route.access.kind === 'admin' ? route.access.need : ''
      const lacking = every.filter((permission) => permission !== need)
      expect(await call(route, asAnalyst())).toFailWith(403, 'FORBIDDEN')
      expect(await call(route, signAdminToken(people.admin, ['admin'], lacking))).toFailWith(403, 'FORBIDDEN')
      expect(isForbidden(await call(route, signAdminToken(people.admin, ['admin'], [need])))).toBe(false)
    },
  )
})
