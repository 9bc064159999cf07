/** The groups of the permission matrix, as the console names them, with the permissions of the API. */
export const groups = {
  calendar: [
    'sessions.view',
    'sessions.create',
    'sessions.update',
    'sessions.delete',
    'services.view',
    'services.manage',
    'holidays.view',
    'holidays.manage',
  ],
  clients: ['clients.view', 'clients.manage'],
  till: ['pos.sessions.manage', 'store.orders.view', 'store.orders.manage'],
  shop: ['store.view', 'store.manage'],
  books: ['finance.view', 'finance.manage'],
  lab: ['labs.view', 'labs.run', 'labs.manage', 'labs.billing'],
  staff: [
    'staff.view',
    'staff.create',
    'staff.update',
    'staff.delete',
    'staff.manage',
    'tasks.view',
    'tasks.manage',
  ],
  workspace: ['workspace.manage', 'jobs.view', 'integrations.view', 'integrations.manage'],
} as const

export type Group = keyof typeof groups
export type KnownPermission = (typeof groups)[Group][number]

const known: ReadonlySet<string> = new Set(Object.values(groups).flat())

/** Returns the permissions by group. Permissions that the console does not know yet get a separate group. */
export const groupPermissions = (
  permissions: readonly { key: string; label: string }[],
): { group: Group | 'other'; permissions: { key: string; label: string }[] }[] => {
  const byKey = new Map(permissions.map((permission) => [permission.key, permission]))
  const grouped = (Object.keys(groups) as Group[]).map((group) => ({
    group: group as Group | 'other',
    permissions: groups[group].flatMap((key) => byKey.get(key) ?? []),
  }))
  const other = permissions.filter(({ key }) => !known.has(key))
  return [...grouped, { group: 'other' as const, permissions: other }].filter(
    (each) => each.permissions.length > 0,
  )
}

export const isKnown = (key: string): key is KnownPermission => known.has(key)
