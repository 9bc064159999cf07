import type { OpenApiDocument } from '@wp/http'
import { errorCodes } from '@wp/kernel'
import { describeFields } from './field-guide.ts'
import { groupTags, type TagGroup } from './tag-groups.ts'

/** The introduction of the reference. */
const introduction = [
  'Every route is served under `/v1` and `/api/v1`. Bodies are JSON in UTF-8. Ids have 24 hexadecimal characters. Times are ISO 8601 in UTC with milliseconds; days are `YYYY-MM-DD`.',
  'Log in (`POST /auth/login`) and send the token as `Authorization: Bearer …`, or create an API key for a program.',
  'Lists have pages (`page`, `limit`); `after` walks through large lists by cursor. A POST that creates something accepts an `Idempotency-Key`, so that it can be repeated safely.',
  'Every failure has the same form: `{ "error": { "code", "message" } }`. [Errors](/docs/errors) explains the codes, [Events](/docs/events) lists webhooks and WebSocket messages.',
].join('\n\n')

/** Replies recorded by tests, keyed by operation and status. */
export type RecordedExamples = Record<string, Record<string, unknown>>

/** By operation: a body that succeeded in a test, and the error codes that tests received, by status. */
export type RecordedRequests = Record<string, { body?: unknown; codes: Record<string, string[]> }>

export type Recorded = { readonly replies: RecordedExamples; readonly requests: RecordedRequests }

type WithTagGroups = OpenApiDocument & { 'x-tagGroups': TagGroup[] }

/**
 * Adds tag groups, descriptions of tags and fields, the license, recorded examples and links to error codes to a
 * document.
 */
export const describeApi = (given: OpenApiDocument, recorded: Recorded): WithTagGroups => {
  const document = describeFields(given)
  const { tags, groups } = groupTags(document)
  return {
    ...document,
    info: {
      ...document.info,
      description: document.info.description ?? introduction,
      contact: { name: 'Workspace Platform' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags,
    'x-tagGroups': groups,
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            withExamples(operation, recorded, document.components.responses),
          ]),
        ),
      ]),
    ),
    components: { ...document.components, responses: withCodes(document.components.responses) },
  }
}

type Responses = OpenApiDocument['components']['responses']

const linksTo = (codes: readonly string[]): string =>
  codes.map((code) => `[${code}](/docs/errors#${code})`).join(', ')

/** Adds links to the matching error codes to each failure response, such as `Failure422`. */
const withCodes = (responses: Responses): Responses =>
  Object.fromEntries(
    Object.entries(responses).map(([name, response]) => {
      const codes = Object.entries(errorCodes).flatMap(([code, status]) =>
        name === `Failure${status}` ? [code] : [],
      )
      if (codes.length === 0) return [name, response]
      return [name, { ...response, description: `${response.description}: ${linksTo(codes)}` }]
    }),
  )

type Operations = OpenApiDocument['paths'][string]
type Operation = Operations[string]
type Response = Operation['responses'][string]

/** Adds what tests recorded: a body that succeeded, replies, and the error codes of each status. */
const withExamples = (operation: Operation, recorded: Recorded, shared: Responses): Operation => {
  const { operationId, requestBody } = operation
  const replies = recorded.replies[operationId] ?? {}
  const { body, codes: received = {} } = recorded.requests[operationId] ?? {}
  const codes = unite(operation['x-error-codes'] ?? {}, received)
  const json = requestBody?.content['application/json']
  const responses = Object.entries(operation.responses).map(([status, response]): [string, Response] => {
    const { description } = shared[`Failure${status}`] ?? {}
    const isFailure = '$ref' in response || response.description === description
    if (!description || !isFailure) return [status, withReply(response, replies[status])]
    const links = linksTo(codes[status] ?? [])
    return [status, links ? { ...response, description: `${description}: ${links}` } : response]
  })
  return {
    ...operation,
    'x-error-codes': codes,
    ...(json && body !== undefined && { requestBody: withBody(requestBody!, body) }),
    responses: Object.fromEntries(responses),
  }
}

type Codes = Record<string, string[]>

const unite = (declared: Codes, received: Codes): Codes =>
  Object.fromEntries(
    Object.keys({ ...declared, ...received }).map((status) => [
      status,
      [...new Set([...(declared[status] ?? []), ...(received[status] ?? [])])],
    ]),
  )

type RequestBody = NonNullable<Operation['requestBody']>

const withBody = ({ required, content }: RequestBody, example: unknown): RequestBody => ({
  required,
  content: { ...content, 'application/json': { ...content['application/json']!, example } },
})

const withReply = (response: Response, example: unknown): Response => {
  const content = 'content' in response ? response.content : undefined
  const json = content?.['application/json']
  if (!json || example === undefined) return response
  return { ...response, content: { ...content, 'application/json': { ...json, example } } } as Response
}
