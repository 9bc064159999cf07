import type { Result } from '@workspace-platform/client'
import type { Route } from '@wp/http'
import { newId } from '@wp/kernel'
import { newWorkspace, uniqueName } from '@wp/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  childIds,
  requestVerified,
  hasWorkspace,
  newPeople,
  takesJson,
  titledRows,
  type People,
} from '../contract/caller.ts'
import { allRoutes } from '@wp/gateway/contracts'
import { bodyOf } from '../contract/examples.ts'

const routes = (await allRoutes())
  .map(({ route }) => route)
  .filter((route) => route.access.kind === 'workspace' && hasWorkspace(route))
const creators = routes.filter(
  (route) => route.method === 'POST' && '201' in route.replies && childIds(route).length === 0,
)
/** Routes for records that exist once per workspace, such as its shop, and that others depend on. */
const singletons = routes.filter((route) => route.method === 'PUT' && childIds(route).length === 0)
const collectionOf = (route: Route) => route.path.split('/:').slice(0, 2).join('/:')
/** Returns whether the route's records have generated ids. The test cannot create other records. */
const isKnownById = (route: Route) => childIds(route).every((name) => !route.params?.shape[name])
const children = routes.filter(
  (route) =>
    childIds(route).length > 0 &&
    isKnownById(route) &&
    creators.some(({ path }) => path === collectionOf(route)),
)
const readers = routes.filter((route) => route.method === 'GET')

const canary = uniqueName('canary')
const idsOfNeighbour = new Map<string, string>()
let people: People
let neighbour: Awaited<ReturnType<typeof newWorkspace>>

/** Returns the name of a collection's records in bodies: `client` (as in `clientId`) for `clients`. */
const referenceTo = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/yses$/, 'ysis')
    .replace(/ies$/, 'y')
    .replace(/([^is])s$/, '$1')

/** Returns the number of leading segments that two paths share. */
const sharedParts = (one: string, other: string): number => {
  const [parts, others] = [one.split('/'), other.split('/')]
  const differs = parts.findIndex((part, index) => part !== others[index])
  return differs === -1 ? parts.length : differs
}

/** Returns a route's example body, with references to existing records of the workspace. */
const bodyWith = (route: Route, existing: Map<string, string>, mark: string): string | undefined => {
  if (!takesJson(route)) return undefined
  let text = JSON.stringify(bodyOf(route))
    .replaceAll(/"(name|title|label|reason|description)":"text"/g, `"$1":"${mark}"`)
    .replaceAll('owner@shop.example', `${uniqueName('person')}@shop.example`)
    .replaceAll(/"slug":"[^"]*"/g, () => `"slug":"${uniqueName('slug-')}"`)
  // Uses the collection with the longest common path: `sessionId` of a till invoice is a till session.
  const byNearness = [...existing].toSorted(
    ([a], [b]) => sharedParts(a, route.path) - sharedParts(b, route.path),
  )
  for (const [path, id] of byNearness) {
    const name = referenceTo(path)
    text = text
      .replaceAll(new RegExp(`"${name}Id":"[^"]*"`, 'g'), `"${name}Id":"${id}"`)
      .replaceAll(new RegExp(`"${name}Ids":\\["[^"]*"\\]`, 'g'), `"${name}Ids":["${id}"]`)
  }
  return text
}

const send = (
  route: Route,
  who: { token: string; workspaceId: string },
  params: Record<string, string> = {},
  body = bodyWith(route, new Map(), 'text'),
): Promise<Result> =>
  requestVerified(route, {
    params: { workspaceId: who.workspaceId, ...params },
    headers: {
      authorization: `Bearer ${who.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ?? (route.upload ? (bodyOf(route) as FormData) : undefined),
  })

/** Creates one record of each kind in the other workspace, in several rounds because some records need others. */
const furnish = async (rounds: number): Promise<void> => {
  for (const route of singletons) {
    const made = await send(route, neighbour, {}, bodyWith(route, new Map(), canary))
    expect(made.status).not.toBe(409)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const route of creators.filter(({ path }) => !idsOfNeighbour.has(path))) {
      const { status, body } = await send(route, neighbour, {}, bodyWith(route, idsOfNeighbour, canary))
      const [record] = status === 201 ? Object.values(body as Record<string, { id?: string }>) : []
      if (record?.id) idsOfNeighbour.set(route.path, record.id)
    }
  }
}

beforeAll(async () => {
  people = await newPeople()
  neighbour = await newWorkspace()
  await furnish(3)
})

describe('tenant isolation', () => {
  it.each(titledRows(children.map((route) => ({ route }))))(
    '%s returns the same 404 for a record of another workspace as for an unknown one',
    async (_, { route }) => {
      const id = idsOfNeighbour.get(collectionOf(route))
      expect(id).toBeDefined()
      const name = childIds(route)[0]!
      const theirs = await send(route, people.owner, { [name]: id! })
      const nobodys = await send(route, people.owner, { [name]: newId() })
      expect(theirs).toFailWith(404, 'NOT_FOUND')
      expect(theirs.body).toEqual(nobodys.body)
    },
  )

  it.each(titledRows(readers.map((route) => ({ route }))))(
    '%s returns no record that contains the marker text of another workspace',
    async (_, { route }) => {
      const [name] = childIds(route)
      const id = idsOfNeighbour.get(collectionOf(route)) ?? newId()
      const reply = await send(route, people.owner, name ? { [name]: id } : {})
      expect(JSON.stringify(reply.body)).not.toContain(canary)
    },
  )

  it('returns records that contain the marker text to the workspace that owns them', async () => {
    const seen = await Promise.all(
      readers.filter((route) => childIds(route).length === 0).map((route) => send(route, neighbour)),
    )
    expect(seen.some(({ body }) => JSON.stringify(body).includes(canary))).toBe(true)
  })
})
