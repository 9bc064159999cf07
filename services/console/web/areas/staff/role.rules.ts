/** Returns the permission that includes another one: `x.manage` includes `x.view`. */
export const includedBy = (key: string): string | null =>
  key.endsWith('.view') ? key.replace(/\.view$/, '.manage') : null

/** Returns whether a role with these permissions may do something. */
export const grants = (permissions: readonly string[], key: string): boolean =>
  permissions.includes(key) || permissions.includes(includedBy(key) ?? '')

/** Returns the permissions after a change of some of them, in a fixed order. */
export const withPermissions = (
  before: readonly string[],
  keys: readonly string[],
  isGranted: boolean,
): string[] => {
  const kept = before.filter((key) => !keys.includes(key))
  return (isGranted ? [...kept, ...keys] : kept).toSorted()
}

/** Returns the permissions that are usually needed together: booking requires clients and services. */
export const missingFor = (permissions: readonly string[]): ('clients.view' | 'services.view')[] => {
  if (!permissions.includes('sessions.create')) return []
  return (['clients.view', 'services.view'] as const).filter((key) => !grants(permissions, key))
}
