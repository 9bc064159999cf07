/** The permissions of the services of this repository, with their labels. Other services declare theirs in `service.json`. */
export const workspacePermissions = {
  'workspace.manage': 'Change the workspace and its settings',
  'staff.view': 'View staff, their fields and calendar feeds',
  'staff.create': 'Add staff and resend invitations',
  'staff.update': 'Change staff, their fields and calendar feeds',
  'staff.delete': 'Remove staff',
  'staff.manage': 'Manage roles',
  'tasks.view': 'View tasks and their comments',
  'tasks.manage': 'Create, change and delete tasks',
  'clients.view': 'View clients',
  'clients.manage': 'Create, change and delete clients',
  'services.view': 'View services',
  'services.manage': 'Create, change and delete services',
  'sessions.view': 'View sessions, their questions and availability',
  'sessions.create': 'Book sessions',
  'sessions.update': 'Change sessions, their fields, notes and attachments',
  'sessions.delete': 'Delete sessions',
  'holidays.view': 'View holidays',
  'holidays.manage': 'Create, change and delete holidays',
  'store.view': 'View the store, its pages, products and domain',
  'store.manage': 'Manage the store, its pages, products, domain and marketing posts',
  'store.orders.view': 'View orders and invoices',
  'store.orders.manage': 'Manage orders and invoices',
  'pos.sessions.manage': 'Open and close tills',
  'finance.view': 'View incomes, expenses and statistics',
  'finance.manage': 'Create, change and delete incomes and expenses',
  'labs.view': 'View lab tests, analyses, units and coupons',
  'labs.manage': 'Manage analyses, ranges, units, coupons and samples',
  'labs.run': 'Create lab tests, enter and interpret results',
  'labs.billing': 'Create invoices and incomes for lab tests',
  'jobs.view': 'View jobs and their progress',
  'integrations.view': 'View API keys and webhook endpoints',
  'integrations.manage': 'Manage API keys and webhook endpoints',
} as const

/** A permission of workspaces, such as `tasks.view`. */
export type WorkspacePermission = `${string}.${string}`

/** All permissions for platform administrators with their labels. */
export const adminPermissions = {
  'businesses.manage': 'View and manage workspaces, payments, expenses and webhooks',
  'plans.manage': 'Manage plans and business categories',
  'dashboard.view': 'View the platform dashboard',
} as const

export type AdminPermission = keyof typeof adminPermissions

export const adminRoles = ['super-admin', 'admin', 'analyst'] as const
export type AdminRole = (typeof adminRoles)[number]

const allAdminPermissions = Object.keys(adminPermissions) as AdminPermission[]

const permissionsByRole: Record<AdminRole, readonly AdminPermission[]> = {
  'super-admin': allAdminPermissions,
  admin: allAdminPermissions,
  analyst: ['dashboard.view'],
}

/** Returns the permissions granted by a set of admin roles, in the order of `adminPermissions`. */
export const adminRolePermissions = (roles: readonly AdminRole[]): AdminPermission[] =>
  allAdminPermissions.filter((permission) =>
    roles.some((role) => permissionsByRole[role].includes(permission)),
  )

const permissionPattern = /^[a-z]+(\.[a-z]+)+$/

/** Returns whether the text has the form of a permission. Identity knows which ones services have declared. */
export const isWorkspacePermission = (text: string): text is WorkspacePermission =>
  permissionPattern.test(text)

/** Returns whether the granted keys contain the permission or, for `x.view`, the permission `x.manage`. */
export const includesPermission = (granted: readonly string[], permission: WorkspacePermission): boolean =>
  granted.includes(permission) ||
  (permission.endsWith('.view') && granted.includes(`${permission.slice(0, -'.view'.length)}.manage`))
