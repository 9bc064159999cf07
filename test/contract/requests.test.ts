import { bodyLimitOf, idempotencyOf, type Route } from '@wp/http'
import { newId } from '@wp/kernel'
import { claimsOf, eventually, signToken } from '@wp/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { makesWhatItNames } from '@wp/tools/coverage'
import {
  childIds,
  credentials,
  requestVerified,
  hasWorkspace,
  newPeople,
  takesJson,
  titledRows,
  type People,
} from './caller.ts'
import { allRoutes } from '@wp/gateway/contracts'
import { bodyOf } from './examples.ts'

const routes = await allRoutes()
const only = (wanted: (route: Route) => boolean) => titledRows(routes.filter(({ route }) => wanted(route)))

let people: People
beforeAll(async () => {
  people = await newPeople()
})

const own = () => ({ workspaceId: people.owner.workspaceId })
const json = { 'content-type': 'application/json' }
const payloadOf = (route: Route) => {
  const body = bodyOf(route)
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  return { body: JSON.stringify(body), headers: json }
}

describe('generated requests', () => {
  it.each(only(takesJson))('%s rejects malformed JSON with 400', async (_, { route }) => {
    const headers = { ...credentials(route, people), ...json }
    expect(await requestVerified(route, { params: own(), headers, body: '{"a":' })).toFailWith(
      400,
      'INVALID_JSON',
    )
  })

  it.each(only(takesJson))('%s rejects deeply nested JSON with 400', async (_, { route }) => {
    const headers = { ...credentials(route, people), ...json }
    const body = `{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`
    expect((await requestVerified(route, { params: own(), headers, body })).status).toBe(400)
  })

  it.each(only((route) => takesJson(route) || Boolean(route.upload)))(
    '%s rejects another content type with 415',
    async (_, { route }) => {
      const headers = { ...credentials(route, people), 'content-type': 'text/plain' }
      expect(await requestVerified(route, { params: own(), headers, body: 'a' })).toFailWith(
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      )
    },
  )

  it.each(only((route) => takesJson(route) || Boolean(route.upload) || Boolean(route.rawBody)))(
    '%s rejects a body over its limit with 413',
    async (_, { route }) => {
      const headers = { ...credentials(route, people), ...(route.upload ? {} : json) }
      const filling = 'a'.repeat(bodyLimitOf(route) + 1)
      const form = new FormData()
      form.append('file', new Blob([filling], { type: 'image/png' }), 'a.png')
      const body = route.upload ? form : JSON.stringify({ a: filling })
      expect(await requestVerified(route, { params: own(), headers, body })).toFailWith(
        413,
        'PAYLOAD_TOO_LARGE',
      )
    },
  )

  const idNames = (route: Route) => [...(hasWorkspace(route) ? ['workspaceId'] : []), ...childIds(route)]

  const badId = 'not-an-id'
  const refuses = (route: Route, name: string) => {
    const schema = route.params?.shape[name] as z.ZodType | undefined
    return !schema || !schema.safeParse(badId).success
  }

  it.each(only((route) => idNames(route).some((name) => refuses(route, name))))(
    '%s answers a malformed id with the declared status, which is 400 by default',
    async (_, { route }) => {
      const { body, headers } = payloadOf(route)
      for (const name of idNames(route).filter((id) => refuses(route, id))) {
        const raw = {
          params: { ...own(), [name]: badId },
          headers: { ...credentials(route, people), ...headers },
          body,
        }
        expect([name, (await requestVerified(route, raw)).status]).toEqual([name, route.badId ?? 400])
      }
    },
  )

  it.each(
    only(
      (route) =>
        route.access.kind === 'workspace' && !hasWorkspace(route) && route.fails.includes(404 as never),
    ),
  )('%s returns 404 for the token of a workspace that does not exist', async (_, { route }) => {
    const { body, headers } = payloadOf(route)
    const token = signToken({ ...claimsOf(people.owner.token), wid: newId() })
    const raw = { headers: { authorization: `Bearer ${token}`, ...headers }, body }
    expect(await requestVerified(route, raw)).toFailWith(404, 'NOT_FOUND')
  })

  it.each(only((route) => hasWorkspace(route) && route.access.kind !== 'open'))(
    '%s returns 404 for a workspace that does not exist',
    async (_, { route }) => {
      const { body, headers } = payloadOf(route)
      const raw = {
        params: { workspaceId: newId() },
        headers: { ...credentials(route, people), ...headers },
        body,
      }
      expect(await requestVerified(route, raw)).toFailWith(404, 'NOT_FOUND')
    },
  )

  it.each(
    only(
      (route) =>
        childIds(route).length > 0 && route.access.kind !== 'open' && !makesWhatItNames.includes(route.id),
    ),
  )('%s returns 404 for a record that does not exist', async (_, { route }) => {
    const { body, headers } = payloadOf(route)
    const raw = { params: own(), headers: { ...credentials(route, people), ...headers }, body }
    expect(await requestVerified(route, raw)).toFailWith(404, 'NOT_FOUND')
  })

  it.each(only((route) => route.method === 'GET' && !route.path.replace(':workspaceId', '').includes(':')))(
    '%s returns a list or a record to an authorized caller, or 404 while no record exists',
    async (_, { route }) => {
      const reply = await requestVerified(route, { params: own(), headers: credentials(route, people) })
      expect([200, 404]).toContain(reply.status)
    },
  )

  it.each(only((route) => idempotencyOf(route) !== 'none'))(
    '%s rejects a malformed Idempotency-Key with 400',
    async (_, { route }) => {
      const { body, headers } = payloadOf(route)
      for (const key of ['k'.repeat(256), 'caf\u00e9']) {
        const raw = {
          params: own(),
          headers: { ...credentials(route, people), ...headers, 'idempotency-key': key },
          body,
        }
        expect(await requestVerified(route, raw)).toFailWith(400, 'INVALID_REQUEST')
      }
    },
  )

  it.each(only((route) => idempotencyOf(route) !== 'none'))(
    '%s returns 409 for a repeated key while the first request is running',
    async (_, { route }) => {
      const { body, headers } = payloadOf(route)
      const together = async () => {
        const key = { 'idempotency-key': newId() }
        const raw = { params: own(), headers: { ...credentials(route, people), ...headers, ...key }, body }
        return Promise.all(Array.from({ length: 6 }, () => requestVerified(route, raw)))
      }
      await eventually(async () => expect((await together()).map(({ status }) => status)).toContain(409))
    },
  )
})
