/** Every workspace permission with the label that `GET /workspace/permissions` shows. */
export const workspacePermissions = {
  'workspace.manage': 'Change the workspace and its settings',
  'staff.view': 'See staff, their fields and calendar feeds',
  'staff.create': 'Add staff and invite them again',
  'staff.update': 'Change staff, their fields and calendar feeds',
  'staff.delete': 'Remove staff',
  'staff.manage': 'Manage roles',
  'tasks.view': 'See tasks and their comments',
  'tasks.manage': 'Create, change and delete tasks',
  'clients.view': 'See clients',
  'clients.manage': 'Create, change and delete clients',
  'services.view': 'See services',
  'services.manage': 'Create, change and delete services',
  'sessions.view': 'See sessions, their questions and availability',
  'sessions.create': 'Book sessions',
  'sessions.update': 'Change sessions, their fields, notes and attachments',
  'sessions.delete': 'Delete sessions',
  'holidays.view': 'See holidays',
  'holidays.manage': 'Create, change and delete holidays',
  'store.view': 'See the store, its pages, products and domain',
  'store.manage': 'Manage the store, its pages, products, domain and marketing posts',
  'store.orders.view': 'See orders and invoices',
  'store.orders.manage': 'Manage orders and invoices',
  'pos.sessions.manage': 'Open and close tills',
  'finance.view': 'See incomes, expenses and statistics',
  'finance.manage': 'Create, change and delete incomes and expenses',
  'labs.view': 'See lab tests, analyses, units and coupons',
  'labs.manage': 'Manage analyses, ranges, units, coupons and samples',
  'labs.run': 'Create lab tests, enter and interpret results',
  'labs.billing': 'Turn lab tests into invoices and incomes',
  'jobs.view': 'See jobs and follow their progress',
} as const

export type WorkspacePermission = keyof typeof workspacePermissions

/** Every permission of the platform's administrators, with its label. */
export const adminPermissions = {
  'businesses.manage': 'See and manage workspaces, payments, expenses and webhooks',
  'plans.manage': 'Manage plans and business categories',
  'dashboard.view': 'See the platform dashboard',
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

/** The permissions that a set of admin roles gives, each once, in the order of the catalogue. */
export const adminRolePermissions = (roles: readonly AdminRole[]): AdminPermission[] =>
  allAdminPermissions.filter((permission) =>
    roles.some((role) => permissionsByRole[role].includes(permission)),
  )

/** True for a key of the workspace catalogue. */
export const isWorkspacePermission = (key: string): key is WorkspacePermission =>
  Object.hasOwn(workspacePermissions, key)

const manageFor = (permission: WorkspacePermission): string | null =>
  permission.endsWith('.view') ? `${permission.slice(0, -'.view'.length)}.manage` : null

const manageByView = new Map(
  (Object.keys(workspacePermissions) as WorkspacePermission[]).map((permission) => [
    permission,
    manageFor(permission),
  ]),
)

/** True when the granted keys contain the permission itself, or the `….manage` that includes a `….view`. */
export const includesPermission = (granted: readonly string[], permission: WorkspacePermission): boolean => {
  if (granted.includes(permission)) return true
  const manage = manageByView.get(permission)
  return manage ? granted.includes(manage) : false
}
