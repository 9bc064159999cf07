import type { OpenApiDocument } from '@wp/http'
import { errorCodes } from '@wp/kernel'

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

type WithTagGroups = OpenApiDocument & { 'x-tagGroups': { name: string; tags: string[] }[] }

/** Adds tag groups, tag descriptions, the licence, recorded examples and links to error codes to a document. */
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

/** Adds links to the matching error codes to each failure response, such as `Failure422`. */
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
