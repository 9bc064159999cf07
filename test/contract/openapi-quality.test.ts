import { openApiDocument } from '@wp/gateway/documents'
import { idempotencyOf } from '@wp/http'
import { errorCodes } from '@wp/kernel'
import { allRoutes } from '@wp/gateway/contracts'
import { describe, expect, it } from 'vitest'
import { fieldsWithoutDescription, type Schema } from './openapi-gaps.ts'

const document = await openApiDocument()
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
const routes = (await allRoutes()).map(({ route }) => route)

describe('the OpenAPI document', () => {
  it('describes every field (in the contract or in services/gateway/src/reference/descriptions)', () => {
    const gaps = [
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
        fieldsWithoutDescription(schema, name),
      ),
      ...operations.flatMap(({ operationId, requestBody, responses }) =>
        [requestBody, ...Object.values(responses)]
          .flatMap((each) =>
            Object.values((each as { content?: Record<string, { schema: Schema }> })?.content ?? {}),
          )
          .flatMap(({ schema }) => fieldsWithoutDescription(schema, operationId)),
      ),
    ]
    expect(gaps).toEqual([])
  })

  it('describes every parameter', () => {
    const gaps = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
    )
    expect(gaps).toEqual([])
  })

  it('states whether ranges of days and times are inclusive', () => {
    const ranges = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ in: place, name }) => place === 'query' && (name === 'from' || name === 'to'))
        .map(({ name, description }) => `${operationId} ${name}: ${description}`),
    )
    expect(ranges.length).toBeGreaterThan(20)
    const vague = ranges.filter(
      (text) => !/inclusive|on or (after|before)|or (later|earlier)|email/i.test(text),
    )
    expect(vague).toEqual([])
  })
})

describe('request examples', () => {
  for (const route of routes) {
    if (!route.body || route.upload) continue
    it(`${route.id} has a recorded body that its schema accepts (npm run wp -- docs examples records it)`, () => {
      const example = byId.get(route.id)!.requestBody!.content['application/json']!.example
      expect(example).toBeDefined()
      expect(route.body!.safeParse(example).error).toBeUndefined()
    })
  }
})

describe('replies in the OpenAPI document', () => {
  it('lists the codes of every failure status', () => {
    for (const [name, response] of Object.entries(document.components.responses)) {
      const status = Number(/^Failure(\d+)$/.exec(name)?.[1] ?? 0)
      if (status === 0) continue
      const { schema } = (response as { content: Record<string, { schema: Schema }> }).content[
        'application/json'
      ]!
      const { error } = (schema as { allOf: Schema[] }).allOf[1]!.properties as Record<string, Schema>
      const codes = Object.entries(errorCodes).filter(([, each]) => each === status)
      expect((error!.properties as Record<string, Schema>)['code']!.enum).toEqual(codes.map(([code]) => code))
    }
  })

  it('lists codes for every failure status of every operation', () => {
    const gaps = operations.flatMap(({ operationId, responses, 'x-error-codes': codes = {} }) =>
      Object.keys(responses)
        .filter((status) => Number(status) >= 400 && '$ref' in responses[status]! && !codes[status])
        .map((status) => `${operationId} ${status}`),
    )
    expect(gaps).toEqual([])
  })

  it('gives each declared error code only one meaning', () => {
    const declared = routes.flatMap(({ errors = [] }) => errors)
    const codes = new Set(declared.map(({ code }) => code))
    expect(codes.size).toBeGreaterThan(5)
    expect(new Set(declared).size).toBe(codes.size)
    expect(Object.keys(document['x-errors']!).toSorted()).toEqual([...codes].toSorted())
  })

  it('links the codes that tests received from an operation', () => {
    const { description } = byId.get('createSession')!.responses['422'] as { description: string }
    expect(description).toContain('[SESSION_CONFLICT](/docs/errors#SESSION_CONFLICT)')
    expect(description).not.toContain('OUT_OF_STOCK')
  })

  it('declares the headers of limits, retries, versions and replays', () => {
    for (const { etag, id, replies, ...route } of routes) {
      const { responses, parameters = [] } = byId.get(id)!
      const [status] = Object.keys(replies)
      const names = Object.keys((responses[status!] as { headers: object }).headers)
      expect([id, names]).toEqual([
        id,
        expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'X-Request-Id']),
      ])
      expect([id, names.includes('ETag')]).toEqual([id, etag === true])
      expect([id, '304' in responses]).toEqual([id, etag === true])
      expect([id, parameters.some(({ name }) => name === 'If-None-Match')]).toEqual([id, etag === true])
      const takesKey = idempotencyOf({ etag, id, replies, ...route } as never) !== 'none'
      expect([id, names.includes('Idempotency-Replayed')]).toEqual([id, takesKey])
    }
    const { Failure429 } = document.components.responses as Record<string, { headers: object }>
    expect(Object.keys(Failure429!.headers)).toContain('Retry-After')
  })

  it('separates the forms of a login and of pagination with oneOf', () => {
    const { content } = byId.get('login')!.responses['200'] as { content: Record<string, { schema: Schema }> }
    expect((content['application/json']!.schema as { oneOf: unknown[] }).oneOf).toHaveLength(3)
    expect((document.components.schemas['Pagination'] as { oneOf: unknown[] }).oneOf).toHaveLength(2)
  })

  it('declares the refresh cookie as a way to authenticate', () => {
    expect(document.components.securitySchemes['refreshCookie']).toMatchObject({
      in: 'cookie',
      name: 'wp_refresh',
    })
    expect(byId.get('refresh')!.security).toEqual([{ refreshCookie: [] }, {}])
  })
})
