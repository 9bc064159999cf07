import type { OpenApiDocument } from '@wp/http'
import { errorCodes } from '@wp/kernel'

/** The groups of the reference in their order, each with its tags and what they are about. */
const groups: Record<string, Record<string, string>> = {
  Beginning: {
    Signup: 'A new workspace with its owner, and what can be chosen for it.',
    Login: 'Tokens for owners and staff: log in, refresh, log out.',
    'Login sessions': 'Where somebody is logged in, and how to end that.',
    Passwords: 'Forgotten and changed passwords.',
    'Second factors': 'Authenticator apps, codes by SMS, backup codes.',
    Invitations: 'How staff accept an invitation.',
  },
  'The workspace': {
    Workspaces: 'Name, settings and working hours.',
    Subscription: 'The plan of the workspace and what it allows.',
    Renewals: 'Asking for more time on a plan.',
    Roles: 'Which permissions a member of staff has.',
    Audit: 'Who did what.',
  },
  Appointments: {
    Sessions: 'Appointments: book, move, complete, cancel; notes and attachments.',
    'Session fields': 'Questions that a booking asks.',
    Availability: 'When somebody is free.',
    Services: 'What can be booked.',
    Clients: 'Who books.',
    Staff: 'Who does the work.',
    'Staff fields': 'What is known about a member of staff beyond the name.',
    Tasks: 'What staff have to do, with comments.',
    Holidays: 'Days without work.',
    'Calendar feeds': 'Sessions in a calendar program.',
  },
  'The shop': {
    Storefront: 'The shop of a workspace.',
    'Storefront products': 'What it sells, with stock and pictures.',
    'Storefront orders': 'What was ordered.',
    'Storefront pages': 'Content pages, written in HTML.',
    'Storefront domains': 'Domains of its own.',
    'Public storefront': 'What visitors read and order, without a login.',
    'Shop pages': 'The shop as HTML pages.',
    Jobs: 'Work of outside tools, with its progress.',
  },
  'The till': {
    'POS invoices': 'Items, discounts, payments, refunds, receipts.',
    'Till sessions': 'A register from its opening to its count.',
  },
  'The books': {
    Finance: 'Both sides in one view.',
    Incomes: 'Money that came in.',
    Expenses: 'Money that went out.',
    'Recurring expenses': 'Rules and what they make due.',
    Receipts: 'Files that belong to an entry.',
  },
  'The laboratory': {
    'Lab tests': 'Tests from the order to the report.',
    'Lab analyses': 'What can be tested, with its ranges.',
    'Lab units': 'Units of measurement.',
    'Lab samples': 'Sample types and how to handle them.',
    'Lab coupons': 'Codes that lower the price of a test.',
    'Lab design results': 'Results by the number of a test design.',
  },
  Contests: {
    Contests: 'Contests and their questions.',
    'Public contests': 'Taking part, without a login.',
  },
  'Outside tools': {
    Webhooks: 'What outside tools post, and its log.',
  },
  'Running the platform': {
    Admins: 'Administrators of the platform.',
    'Second factors (admin)': 'The second factor of an administrator.',
    'Workspaces (admin)': 'Every workspace: plan, additions, storage.',
    Plans: 'What workspaces can subscribe to.',
    'Business categories': 'What a workspace can be.',
    'Payments and expenses': 'The books of the platform.',
    Dashboard: 'Figures of the platform.',
    'Dead letters': 'Events that could not be handled.',
    Keys: 'The public keys of access tokens.',
    platform: 'The pages of the gateway.',
    Development: 'Only while developing.',
  },
}

/** Replies that tests have recorded, by operation and status. */
export type RecordedExamples = Record<string, Record<string, unknown>>

type WithTagGroups = OpenApiDocument & { 'x-tagGroups': { name: string; tags: string[] }[] }

/** The document for readers: tags in groups and described, a licence, a recorded reply for each operation, and for each failure the codes it may have. */
export const describeApi = (document: OpenApiDocument, examples: RecordedExamples): WithTagGroups => {
  const present = new Set(document.tags.map(({ name }) => name))
  const known = Object.entries(groups).map(([name, tags]) => ({
    name,
    tags: Object.keys(tags).filter((tag) => present.has(tag)),
  }))
  const described = Object.values(groups).flatMap((tags) => Object.entries(tags))
  const others = [...present].filter((tag) => !described.some(([name]) => name === tag))
  return {
    ...document,
    info: { ...document.info, license: { name: 'MIT', identifier: 'MIT' } },
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
      Object.entries(document.paths).map(([path, operations]) => [path, withExamples(operations, examples)]),
    ),
    components: { ...document.components, responses: withCodes(document.components.responses) },
  }
}

type Responses = OpenApiDocument['components']['responses']

/** Each failure (`Failure422`) with links to what its codes mean and what to do. */
const withCodes = (responses: Responses): Responses =>
  Object.fromEntries(
    Object.entries(responses).map(([name, response]) => {
      const links = Object.entries(errorCodes)
        .filter(([, status]) => name === `Failure${status}`)
        .map(([code]) => `[${code}](/docs/errors#${code})`)
      if (links.length === 0 || !('description' in response)) return [name, response]
      return [name, { ...response, description: `${response.description}: ${links.join(', ')}` }]
    }),
  )

type Operations = OpenApiDocument['paths'][string]

const withExamples = (operations: Operations, examples: RecordedExamples): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => {
      const recorded = examples[operation.operationId]
      if (!recorded) return [method, operation]
      const responses = Object.entries(operation.responses).map(([status, response]) => {
        const json = 'content' in response ? response.content?.['application/json'] : undefined
        if (!json || !(status in recorded)) return [status, response]
        const content = {
          ...(response as { content: object }).content,
          'application/json': { ...json, example: recorded[status] },
        }
        return [status, { ...response, content }]
      })
      return [method, { ...operation, responses: Object.fromEntries(responses) }]
    }),
  )
