import type { Examined } from './check.ts'

/** Lists with filters that are not checked, with the reason. */
export const unlistedRoutes: Readonly<Record<string, string>> = {
  listStaff: 'As many members as the plan has seats.',
  listServices: 'The services that a workspace offers.',
  listStaffTasks: 'Reads the list of tasks with a member.',
  getShop: 'Reads the list of public products.',
}

/** A search for a word of some hundred records reads all of them, because they are sorted by creation time. */
const commonWord = ['common-name']

/**
 * Filters that may examine more than the rule allows when they are combined. Two filters that rarely match together
 * need an index for both, which makes every write slower.
 */
const accepted: Readonly<Record<string, readonly string[]>> = {
  listSessions: [
    'staffId status',
    'staffId clientId',
    'clientId status',
    // A record's answers are a list, and the embedded database cannot use an index on a list for sorting.
    'field',
  ],
  listIncomes: ['currencyCode search'],
  listExpenses: ['currencyCode search'],
  listInvoices: ['total', 'clientId status', 'sessionId status'],
  listOrders: ['total', 'customerEmail status', 'customerPhone status', 'customerEmail customerPhone'],
  listProducts: ['search categoryId'],
  listPublicProducts: ['search categoryId'],
  listTests: ['clientId status'],
  listAudit: ['actorId action'],
  listMessages: ['type status', 'recordId status', 'recordId type'],
  listDeliveries: ['eventType status'],
  listAdminWorkspaces: [
    'planId businessCategorySlug',
    'planId subscription',
    'businessCategorySlug subscription',
    'search subscription',
  ],
}

/** Returns whether the page's filters contain an accepted combination. */
export const isAccepted = ({ list, filters }: Pick<Examined, 'list' | 'filters'>): boolean => {
  const names = filters.split(' ')
  return [...commonWord, ...(accepted[list] ?? [])].some((each) =>
    each.split(' ').every((name) => names.includes(name)),
  )
}
