import type { OpenApiDocument } from '@wp/http'
import { errorCodes } from '@wp/kernel'
import { describeFields } from './field-guide.ts'

/** The beginning of the reference. */
const introduction = [
  'Every route is served under `/v1` and `/api/v1`. Bodies are JSON in UTF-8. Ids have 24 hexadecimal characters. Times are ISO 8601 in UTC with milliseconds; days are `YYYY-MM-DD`.',
  'Log in (`POST /auth/login`) and send the token as `Authorization: Bearer …`, or create an API key for a program.',
  'Lists have pages (`page`, `limit`); `after` walks through large lists by cursor. A POST that creates something accepts an `Idempotency-Key`, so that it can be repeated safely.',
  'Every failure has the same form: `{ "error": { "code", "message" } }`. [Errors](/docs/errors) explains the codes, [Events](/docs/events) lists webhooks and WebSocket messages.',
].join('\n\n')

/** Tag groups in display order, with a description for each tag. */
const groups: Record<string, Record<string, string>> = {
  'Getting started': {
    Signup: 'Create a workspace with its owner; list plans and categories.',
    Login: 'Log in, refresh a token, log out.',
    'Login sessions': 'List and end login sessions.',
    Passwords: 'Reset or change a password.',
    'Second factors': 'Authenticator apps, SMS codes and backup codes.',
    Invitations: 'Accept an invitation as a member of staff.',
  },
  Workspace: {
    Workspaces: 'Name, settings and working hours.',
    Subscription: 'The plan of the workspace and its limits.',
    Renewals: 'Request an extension of the subscription.',
    Roles: 'Permissions of staff.',
    Audit: 'The audit log of the workspace.',
    'Messages to customers': 'Texts, log and opt-outs of mails and SMS to customers.',
  },
  Scheduling: {
    Sessions: 'Appointments: book, move, complete, cancel; notes and attachments.',
    'Session fields': 'Custom fields of sessions.',
    Availability: 'Free times of staff.',
    Services: 'Services that clients can book.',
    Clients: 'People who book sessions.',
    Staff: 'Members of staff.',
    'Staff fields': 'Custom fields of staff.',
    Tasks: 'Tasks of staff, with comments.',
    Holidays: 'Days on which the workspace is closed.',
    'Calendar feeds': 'Sessions as iCalendar feeds.',
  },
  Shop: {
    Storefront: 'Settings of the shop.',
    'Storefront products': 'Products with stock and images.',
    'Storefront orders': 'Orders of the shop.',
    'Storefront pages': 'Content pages in HTML.',
    'Storefront domains': 'Custom domains.',
    'Public storefront': 'Browse and order as a visitor, without a login.',
    'Shop pages': 'The shop as HTML pages.',
    Jobs: 'Jobs of external workflow tools, with their progress.',
  },
  'Point of sale': {
    'POS invoices': 'Items, discounts, payments, refunds, receipts.',
    'Till sessions': 'Open, count and close a register.',
  },
  Bookkeeping: {
    Finance: 'Income and expense summaries.',
    Incomes: 'Money received.',
    Expenses: 'Money spent.',
    'Recurring expenses': 'Recurring expenses and their due dates.',
    Receipts: 'Files attached to incomes and expenses.',
  },
  Laboratory: {
    'Lab tests': 'Lab tests, from order to report.',
    'Public lab reports': 'Reports for clients, by a link from a message.',
    'Lab analyses': 'Analyses with reference ranges.',
    'Lab units': 'Units of measurement.',
    'Lab samples': 'Sample types and their handling.',
    'Lab coupons': 'Discount codes for lab tests.',
    'Lab design results': 'Results by test design number.',
  },
  Contests: {
    Contests: 'Contests and their questions.',
    'Public contests': 'Participate without a login.',
  },
  Integrations: {
    'API keys': 'Credentials for programs of a workspace: create, rotate, revoke.',
    'Webhook endpoints':
      'Send events to your own URLs. [Events](/docs/events) lists their types and bodies; verify the signatures with a library of [Standard Webhooks](https://www.standardwebhooks.com).',
    'Webhook events': 'The requests that the platform sends to your endpoints.',
    Webhooks: 'Receive webhooks from external tools and read their log.',
  },
  Platform: {
    Admins: 'Administrators of the platform.',
    'Second factors (admin)': 'Second factors of administrators.',
    'Workspaces (admin)': 'All workspaces: plan, additions and storage.',
    Plans: 'Plans that workspaces can subscribe to.',
    'Business categories': 'Types of business.',
    'Payments and expenses': 'Payments and expenses of the platform.',
    Dashboard: 'Key figures of the platform.',
    'Dead letters': 'Events that consumers failed to process.',
    Keys: 'Public keys of access tokens.',
    platform: 'Pages of the gateway.',
    Development: 'Only available in development.',
  },
}

/** Replies recorded by tests, keyed by operation and status. */
export type RecordedExamples = Record<string, Record<string, unknown>>

/** By operation: a body that succeeded in a test, and the error codes that tests received, by status. */
export type RecordedRequests = Record<string, { body?: unknown; codes: Record<string, string[]> }>

export type Recorded = { readonly replies: RecordedExamples; readonly requests: RecordedRequests }

type WithTagGroups = OpenApiDocument & { 'x-tagGroups': { name: string; tags: string[] }[] }

/**
 * Adds tag groups, descriptions of tags and fields, the licence, recorded examples and links to error codes to a
 * document.
 */
export const describeApi = (given: OpenApiDocument, recorded: Recorded): WithTagGroups => {
  const document = describeFields(given)
  const present = new Set(document.tags.map(({ name }) => name))
  const known = Object.entries(groups).map(([name, tags]) => ({
    name,
    tags: Object.keys(tags).filter((tag) => present.has(tag)),
  }))
  const described = Object.values(groups).flatMap((tags) => Object.entries(tags))
  const others = [...present].filter((tag) => !described.some(([name]) => name === tag))
  return {
    ...document,
    info: {
      ...document.info,
      description: document.info.description ?? introduction,
      contact: { name: 'Workspace Platform' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [
      ...described
        .filter(([name]) => present.has(name))
        .map(([name, description]) => ({ name, description })),
      ...others.map((name) => ({ name, description: name })),
    ],
    'x-tagGroups': [...known, ...(others.length > 0 ? [{ name: 'Others', tags: others }] : [])].filter(
      ({ tags }) => tags.length > 0,
    ),
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
