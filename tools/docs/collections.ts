import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { definitionOf } from '@wp/testing'
import { root } from '../root.ts'
import { replacePart, toTable } from './markdown.ts'

/** What limits a collection without a TTL index: a job that removes its records, or what each record stands for. */
type End = { job: string } | { per: string }

const perWorkspace: End = { per: 'one per workspace' }
const owned = (noun: string): End => ({ per: `one per ${noun}` })
const shared: Record<string, End> = { workspace_copies: perWorkspace }

const ends: Record<string, Record<string, End>> = {
  'admin-billing': {
    plans: owned('plan; admins create them'),
    business_categories: owned('category; admins create them'),
    subscriptions: perWorkspace,
    quota_uses: owned('workspace and kind of quota'),
    payments: owned('payment'),
    expenses: owned('expense'),
    tallies: owned('figure and day, or figure and month'),
    tally_changes: { job: 'roll-up-counters' },
  },
  contests: { contests: owned('contest'), attempts: owned('attempt; limited per address') },
  finance: {
    incomes: owned('income entry'),
    expenses: owned('expense'),
    recurring_expense_rules: owned('rule'),
    recurring_expense_occurrences: owned('rule and due date'),
    receipts: { job: 'remove-files' },
    file_removals: { job: 'remove-files' },
  },
  identity: {
    accounts: owned('account'),
    memberships: owned('account and workspace'),
    staff_versions: owned('staff member, including removed ones'),
    workspaces: perWorkspace,
    roles: owned('role'),
    api_keys: owned('API key; revoked ones until 90 days after `revokedAt`'),
    api_key_secrets: owned('API key that was not revoked'),
    message_templates: owned('type of message and workspace'),
    first_admin: { per: 'one in all' },
    signing_keys: owned('key rotation'),
  },
  labs: {
    units: owned('unit'),
    coupons: owned('coupon; at most 1,000 per workspace'),
    analyses: owned('analysis'),
    tests: owned('lab test'),
    test_numbers: perWorkspace,
    design_results: owned('design result'),
    test_samples: owned('standard sample and workspace'),
  },
  pos: {
    till_sessions: owned('till session'),
    invoices: owned('invoice'),
    invoice_numbers: perWorkspace,
    tax_entries: owned('rate and finalized invoice, refund or void'),
  },
  scheduling: {
    services: owned('service'),
    clients: owned('client'),
    staff: owned('staff member, including removed ones'),
    fields: owned('field; at most 200 per workspace and kind'),
    sessions: owned('session'),
    staff_days: owned('staff member and booked day'),
    session_reminders: { job: 'send-reminders' },
    session_renames: { job: 'repeat-session-renames' },
    file_removals: { job: 'remove-overdue-files' },
    holidays: owned('holiday; at most 2,100 per workspace'),
    tasks: owned('task'),
    task_comments: owned('comment'),
    calendar_feeds: owned('staff member'),
    booking_pages: perWorkspace,
    copy_versions: perWorkspace,
  },
  storefront: {
    stores: perWorkspace,
    pages: owned('page; at most 200 per workspace'),
    products: owned('product'),
    categories: owned('category; at most 100 per workspace'),
    images: owned('image; limited by the storage quota'),
    file_removals: { job: 'remove-files' },
    orders: owned('order; limited per address'),
    order_numbers: perWorkspace,
    domains: owned('domain; at most 20 per workspace'),
    jobs: owned('job that a member started'),
  },
  webhooks: {
    webhook_endpoints: owned('webhook endpoint; at most 20 per workspace'),
    webhook_endpoint_locks: perWorkspace,
    webhook_queues: owned('webhook endpoint'),
  },
}

/** Collections that every service with a database has. */
const everywhere = [
  ['outbox', '7 days after publication'],
  ['inbox', '31 days after handling'],
  ['idempotency_keys', '24 hours after the request'],
  ['leases', 'one per job'],
  ['migrations', 'one per migration'],
]

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const

const toSpan = (seconds: number): string => {
  const [size, name] = units.find(([size]) => seconds % size === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

const toExpiry = ({ keys, ttlSeconds = 0 }: { keys: object; ttlSeconds?: number }): string =>
  `${ttlSeconds === 0 ? 'at' : `${toSpan(ttlSeconds)} after`} \`${Object.keys(keys)[0]}\``

const toText = (service: string, collection: string, end: End | undefined): string => {
  if (!end)
    throw new Error(
      `The collection ${collection} of ${service} needs a TTL index, or an entry in tools/docs/collections.ts`,
    )
  if ('per' in end) return end.per
  if (!existsSync(join(root, 'services', service, 'src/jobs', `${end.job}.ts`)))
    throw new Error(`The service ${service} has no job ${end.job}, which should empty ${collection}`)
  return `the job \`${end.job}\``
}

const rowsOf = async (service: string): Promise<string[][]> => {
  const database = (await definitionOf(service))?.database
  if (!database) return []
  const known = { ...shared, ...ends[service] }
  const rows = database.collections.map(({ name, indexes }) => {
    const expiring = indexes.find(({ ttlSeconds }) => ttlSeconds !== undefined)
    const end = expiring ? toExpiry(expiring) : toText(service, name, known[name])
    return [service, `\`${name}\``, end]
  })
  const stale = Object.keys(ends[service] ?? {}).filter(
    (name) => !database.collections.some((each) => each.name === name),
  )
  if (stale.length > 0) throw new Error(`The service ${service} has no collection ${stale.join(', ')}`)
  return rows
}

const page = 'docs/reliability.md'

/**
 * Returns `docs/reliability.md` with the table of all collections and what keeps each from growing forever. Throws for
 * a collection that nothing limits.
 */
export const collectionsTable = async (): Promise<Record<string, string>> => {
  const services = [...readDeclarations(root).keys()].toSorted()
  const rows = (await Promise.all(services.map(rowsOf))).flat()
  const common = everywhere.map(([name, end]) => ['every service', `\`${name}\``, end!])
  const table = toTable(['Service', 'Collection', 'What limits it'], [...common, ...rows])
  return { [page]: replacePart(page, 'collections', table) }
}
