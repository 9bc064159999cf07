import type { Result } from '@workspace-platform/client'
import type { Route } from '@wp/http'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  credentials,
  requestVerified,
  newPeople,
  takesJson,
  titledRows,
  type People,
} from '../contract/caller.ts'
import { allRoutes } from '@wp/gateway/contracts'
import { bodyOf } from '../contract/examples.ts'

const isFull = process.env['FULL'] === '1'

/** Returns all values in full runs, otherwise one value, which changes from route to route. */
const inTurn = <T>(values: readonly T[], place: number): readonly T[] =>
  isFull ? values : [values[place % values.length]!]

const routes = await allRoutes()
const withBody = titledRows(routes.filter(({ route }) => takesJson(route)))
const withQuery = titledRows(routes.filter(({ route }) => route.query))

let people: People
beforeAll(async () => {
  people = await newPeople()
})

const send = (route: Route, body: string | undefined, query: Record<string, unknown> = {}): Promise<Result> =>
  requestVerified(route, {
    params: { workspaceId: people.owner.workspaceId },
    headers: {
      ...credentials(route, people),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body,
    query,
  })

type Shape = { properties?: Record<string, object>; anyOf?: Shape[]; oneOf?: Shape[] }

/** Returns the declared fields of a body, except those that accept any JSON. */
const readFields = (route: Route): string[] => {
  const schema = z.toJSONSchema(route.body!, { io: 'input', unrepresentable: 'any' }) as Shape
  const shapes = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const properties = Object.assign({}, ...shapes.map((shape) => shape.properties ?? {})) as Record<
    string,
    object
  >
  const acceptsObjects = (field: string) => {
    const value = { ...(bodyOf(route) as object), [field]: { $gt: '' } }
    return route.body!.safeParse(value).success
  }
  return Object.keys(properties).filter((field) => !acceptsObjects(field))
}

const fields = new Map(withBody.map(([, { route }]) => [route.id, readFields(route)]))
const fieldsOf = (route: Route): string[] => fields.get(route.id)!

const operators = [{ $gt: '' }, { $ne: null }, { $where: 'sleep(1000)' }, { $regex: '.*' }]

describe('hostile input', () => {
  it.each(withBody)('%s rejects MongoDB operators in place of declared values', async (_, { route }) => {
    for (const [index, field] of fieldsOf(route).entries()) {
      const body = { ...(bodyOf(route) as object), [field]: operators[index % operators.length] }
      const reply = await send(route, JSON.stringify(body))
      expect([field, [400, 422].includes(reply.status)]).toEqual([field, true])
    }
  })

  const foreign = {
    workspaceId: '0123456789abcdef01234567',
    _id: '0123456789abcdef01234567',
    createdBy: '0123456789abcdef01234567',
    deletedAt: '2020-01-01T00:00:00.000Z',
    $where: '1',
    $set: { role: 'owner' },
  }
  const traps = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'

  it.each(withBody)(
    '%s returns no server error for undeclared fields, and does not return them',
    async (_, { route }) => {
      const body = bodyOf(route) as object
      const declaredFields = new Set(fieldsOf(route))
      const extra = Object.fromEntries(Object.entries(foreign).filter(([name]) => !declaredFields.has(name)))
      const plain = JSON.stringify({ ...body, ...extra })
      const reply = await send(route, `${plain.slice(0, -1)},${traps}}`)
      expect(reply.status).toBeLessThan(500)
      const text = JSON.stringify(reply.body)
      expect(text).not.toMatch(/polluted|__proto__|constructor/)
      expect(text).not.toContain('0123456789abcdef01234567"'.concat(',"createdBy"'))
    },
  )

  it.each(withBody)('%s rejects a body that is not an object', async (_, { route }) => {
    for (const body of ['[]', '"text"', '7', 'null']) {
      const reply = await send(route, body)
      expect([body, [400, 422].includes(reply.status)]).toEqual([body, true])
    }
  })

  it.each(withBody)(
    '%s returns no server error for NUL, lone surrogates and huge numbers',
    async (_, { route }) => {
      for (const [index, field] of fieldsOf(route).entries()) {
        for (const value of inTurn(['"a\\u0000b"', '"\\ud800"', '1e309', '-0'], index + route.id.length)) {
          const rest = JSON.stringify({ ...(bodyOf(route) as object), [field]: undefined })
          const body = `${rest.slice(0, -1)}${rest === '{}' ? '' : ','}${JSON.stringify(field)}:${value}}`
          expect([field, value, (await send(route, body)).status < 500]).toEqual([field, value, true])
        }
      }
    },
  )

  it.each(withQuery)(
    '%s returns no server error for operators, repeated parameters and strange values in its query',
    async (_, { route }) => {
      const names = Object.keys(route.query!.shape)
      const queries = names.flatMap((name, index) =>
        inTurn(
          [{ [`${name}[$gt]`]: '' }, { [name]: ['1', '2'] }, { [name]: '\0' }, { [name]: '9'.repeat(400) }],
          index + route.id.length,
        ),
      )
      const body = takesJson(route) ? JSON.stringify(bodyOf(route)) : undefined
      for (const query of [...queries, { '__proto__[a]': '1' }, { constructor: '1' }]) {
        const reply = await send(route, body, query)
        expect([query, reply.status < 500]).toEqual([query, true])
      }
    },
  )
})
