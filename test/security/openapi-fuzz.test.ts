import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { adminToken, newWorkspace, platform, type TestWorkspace } from '@wp/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { valuesOf, type Definitions, type JsonSchema } from './json-values.ts'

const requestCount = process.env['FULL'] === '1' ? 50_000 : 1200
const atOnce = 8
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema }>
type Operation = {
  operationId: string
  'x-access': string
  servers?: { url: string }[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Target = { id: string; method: string; path: string; operation: Operation }

/** Routes that end the session of their token, so they get a separate session. */
const endLogin = new Set(['logout', 'changePassword', 'endLoginSession'])

/** A third-party validator, to prove that the document works with other tools. */
const ajv = new Ajv2020({ allowUnionTypes: true })
addFormats.default(ajv)
const documentId = 'document'

let owner: TestWorkspace
let leaver: TestWorkspace
let admin: string
let targets: Target[]
let definitions: Definitions
beforeAll(async () => {
  ;[owner, leaver] = await Promise.all([newWorkspace(), newWorkspace()])
  admin = await adminToken()
  const served = await (await fetch(`${platform().gatewayUrl}/openapi.json`)).text()
  const document = JSON.parse(served.replaceAll('#/components/schemas/', `${documentId}#/$defs/`)) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Definitions; responses: Record<string, { content?: Content }> }
  }
  definitions = document.components.schemas
  ajv.addSchema({ $id: documentId, $defs: definitions })
  const { responses } = document.components
  const resolve = (response: { content?: Content; $ref?: string }) =>
    response.$ref === undefined ? response : responses[response.$ref.split('/').at(-1)!]!
  targets = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation: {
        ...operation,
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
        ),
      },
    })),
  )
})

/** Record ids found in replies, by the name of their path parameter. */
const knownIds = new Map<string, string[]>()

const noteIds = (body: unknown): void => {
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    const id = (value as { id?: unknown } | null)?.id
    if (typeof id !== 'string') continue
    const ids = knownIds.get(`${name}Id`) ?? []
    knownIds.set(`${name}Id`, [...ids.slice(-20), id])
  }
}

/** A placeholder for an id, replaced with a known record's id when the request is sent. */
const idPlaces = fc.nat(999).map((number) => `id-${number}`)

const fill = (text: string, name: string): string =>
  text.replaceAll(/id-(\d{1,3})\b/g, (_, number: string) => {
    const known = knownIds.get(name) ?? [...knownIds.values()].flat()
    const at = Number(number)
    return at % 10 === 0 || known.length === 0 ? at.toString(16).padStart(24, '0') : known[at % known.length]!
  })

const fillBody = (value: unknown, name: string): unknown => {
  if (typeof value === 'string') return fill(value, name)
  if (Array.isArray(value)) return value.map((item) => fillBody(item, name.replace(/s$/, '')))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillBody(item, key)]))
}

type Draft = { parameters: Record<string, unknown>; body: unknown; isWhole: boolean }

const draftsOf = ({ operation }: Target, isCalm: boolean): fc.Arbitrary<Draft> => {
  const mood = { isCalm, ids: idPlaces }
  const parameters = Object.fromEntries(
    (operation.parameters ?? []).map(({ name, schema }) => [name, valuesOf(schema, definitions, mood)]),
  )
  const required = (operation.parameters ?? []).flatMap((parameter) =>
    parameter.required ? [parameter.name] : [],
  )
  const schema = operation.requestBody?.content['application/json']?.schema
  return fc.record({
    parameters: fc.record(parameters, { requiredKeys: required }),
    body: schema ? valuesOf(schema, definitions, mood) : fc.constantFrom(undefined, undefined, {}, [], 'x'),
    isWhole: fc.nat(30).map((number) => number > 0),
  })
}

const bodyOf = ({ method, operation }: Target, { body, isWhole }: Draft) => {
  if (method === 'GET') return { headers: {} }
  const content = operation.requestBody?.content ?? {}
  if (content['multipart/form-data']) {
    const form = new FormData()
    if (isWhole) form.append('file', new Blob([JSON.stringify(body ?? '')]), 'a.png')
    return { body: form, headers: {} }
  }
  if (body === undefined) return { headers: {} }
  const text = JSON.stringify(fillBody(body, ''))
  return { body: isWhole ? text : text.slice(0, -1), headers: { 'content-type': 'application/json' } }
}

const send = async (target: Target, draft: Draft) => {
  const { parameters = [], 'x-access': access } = target.operation
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let path = target.path
  for (const { name, in: place } of parameters) {
    const value = draft.parameters[name]
    if (value === undefined) continue
    const text = fill(typeof value === 'string' ? value : JSON.stringify(value), name)
    if (place === 'path')
      path = path.replace(
        `{${name}}`,
        encodeURIComponent(name === 'workspaceId' ? owner.workspaceId : text) || '-',
      )
    else if (place === 'query') query.append(name, text)
    else if (/^[\x20-\x7e]+$/.test(text)) headers[name] = text
  }
  const member = endLogin.has(target.id) ? leaver : owner
  if (access !== 'open')
    headers['authorization'] = `Bearer ${access.startsWith('admin') ? admin : member.token}`
  const { body, headers: more } = bodyOf(target, draft)
  const isRoot = target.operation.servers?.[0]?.url === '/'
  const url = `${platform().gatewayUrl}${isRoot ? '' : '/v1'}${path}${query.size > 0 ? `?${query.toString()}` : ''}`
  const init = { method: target.method, headers: { ...headers, ...more }, redirect: 'manual' as const }
  const reply = await fetch(url, body === undefined ? init : { ...init, body })
  return { reply, text: await reply.text(), sent: { ...init, url, body } }
}

const checkers = new Map<JsonSchema, ValidateFunction>()
const checkerOf = (schema: JsonSchema): ValidateFunction => {
  let checker = checkers.get(schema)
  if (!checker) {
    checker = ajv.compile(schema)
    checkers.set(schema, checker)
  }
  return checker
}

/** A control character in a path matches no route, so even operations without a 404 return one. */
const isUnroutable = (url: string, { status }: Response): boolean =>
  status === 404 && /%(?:[01][0-9A-F]|7F)/.test(new URL(url).pathname)

/** Returns how a reply violates the OpenAPI document, or null. */
const faultOf = ({ operation }: Target, reply: Response, text: string): string | null => {
  const declared = operation.responses[String(reply.status)]
  if (reply.status >= 500) return 'failed'
  if (!declared) return 'returned an undeclared status'
  const type = reply.headers.get('content-type')?.split(';')[0] ?? ''
  if (!declared.content) return text === '' ? null : 'returned an undeclared body'
  const content = declared.content[type]
  if (!content) return `returned the undeclared content type ${type || '(none)'}`
  if (type !== 'application/json') return null
  const body: unknown = JSON.parse(text)
  noteIds(body)
  const checker = checkerOf(content.schema)
  return checker(body) ? null : `returned a body that violates its schema: ${ajv.errorsText(checker.errors)}`
}

describe('the API', () => {
  it(
    `returns only declared replies and no server errors for random requests (seed ${seed})`,
    { timeout: 3_600_000 },
    async () => {
      const rounds = Math.ceil(requestCount / targets.length)
      const drafts = targets.map((target, index) =>
        [true, false].flatMap((isCalm) =>
          fc.sample(draftsOf(target, isCalm), { numRuns: Math.ceil(rounds / 2), seed: seed + index }),
        ),
      )
      const queue = Array.from({ length: rounds }, (_, round) =>
        targets.map((target, index) => ({ target, draft: drafts[index]![round]! })),
      ).flat()
      const faults: unknown[] = []
      const statuses = new Map<number, number>()
      const work = async (): Promise<void> => {
        for (let next = queue.shift(); next && faults.length < 20; next = queue.shift()) {
          const { reply, text, sent } = await send(next.target, next.draft)
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          const fault = isUnroutable(sent.url, reply) ? null : faultOf(next.target, reply, text)
          if (fault)
            faults.push({ id: next.target.id, fault, status: reply.status, text: text.slice(0, 500), sent })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      expect(faults).toEqual([])
      for (const status of [200, 201, 400, 404, 422]) expect(statuses.get(status) ?? 0).toBeGreaterThan(5)
    },
  )
})
