import type { OpenApiDocument } from '@wp/http'

/** Groups in display order, with a description for each tag. */
const known: Record<string, Record<string, string>> = {
  'Getting started': {
    Signup: 'Create a workspace with its owner; list plans and categories.',
    Login: 'Log in, refresh a token, log out.',
    'Login sessions': 'List and end login sessions.',
    Passwords: 'Reset or change a password.',
    'Second factors': 'Authenticator apps, SMS codes and backup codes.',
    Invitations: 'Accept an invitation as a staff member.',
  },
  Workspace: {
    Workspaces: 'Name, settings and working hours.',
    Subscription: 'The plan of the workspace and its limits.',
    Renewals: 'Request an extension of the subscription.',
    Roles: 'Permissions of staff.',
    Audit: 'The audit log of the workspace.',
    'Messages to customers': 'Texts, log and opt-outs of emails and SMS to customers.',
  },
  Scheduling: {
    Sessions: 'Appointments: book, move, complete, cancel; notes and attachments.',
    'Session fields': 'Custom fields of sessions.',
    Availability: 'Free times of staff.',
    Services: 'Services that clients can book.',
    Clients: 'People who book sessions.',
    Staff: 'Staff members.',
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

/** Groups of additional services come before this one. */
const afterServices = 'Integrations'

export type TagGroup = { name: string; tags: string[] }

/**
 * Returns the tags of a document with descriptions, and their groups. A tag that is not listed here is described by its
 * routes, and is in the group of the service's other tags or in a group with the name of the service.
 */
export const groupTags = (
  document: Pick<OpenApiDocument, 'tags' | 'paths'>,
): { tags: { name: string; description: string }[]; groups: TagGroup[] } => {
  const declared = new Map(document.tags.map(({ name, description }) => [name, description ?? name]))
  const descriptions = Object.assign({}, ...Object.values(known)) as Record<string, string>
  const groups = Object.entries(known).map(([name, tags]) => ({
    name,
    tags: Object.keys(tags).filter((tag) => declared.has(tag)),
  }))
  const services = servicesOf(document)
  for (const tag of declared.keys()) {
    if (tag in descriptions) continue
    const service = services.get(tag) ?? 'others'
    const name = toTitle(service)
    const isOwn = (group: TagGroup) =>
      group.name === name || group.tags.some((other) => services.get(other) === service)
    const group = groups.find(isOwn)
    if (group) group.tags.push(tag)
    else
      groups.splice(
        groups.findIndex((each) => each.name === afterServices),
        0,
        { name, tags: [tag] },
      )
  }
  const used = groups.filter(({ tags }) => tags.length > 0)
  const tags = used.flatMap((group) =>
    group.tags.map((name) => ({ name, description: descriptions[name] ?? declared.get(name)! })),
  )
  return { tags, groups: used }
}

/** Returns the service of each tag. */
const servicesOf = ({ paths }: Pick<OpenApiDocument, 'paths'>): Map<string, string> =>
  new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ tags = [], 'x-service': service }) =>
        service ? tags.map((tag) => [tag, service] as const) : [],
      ),
  )

const toTitle = (service: string): string => {
  const words = service.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
