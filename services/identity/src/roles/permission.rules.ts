import { isWorkspacePermission, workspacePermissions } from '@wp/auth'
import type { WorkspacePermission } from '@wp/auth'
import type { Manifest } from '@wp/http'
import { AppError } from '@wp/kernel'

export type PermissionCatalogue = ReturnType<typeof permissionCatalogue>

type Declaring = Pick<Manifest, 'service' | 'permissions'>

/** Returns the permissions of workspaces: those of the platform, and those that other services declare. */
export const permissionCatalogue = () => {
  let labels: ReadonlyMap<string, string> = new Map(Object.entries(workspacePermissions))
  return {
    /** Called with the last manifest of every service. */
    update: (manifests: Iterable<Declaring>): void => {
      const declared = [...manifests]
        .toSorted((one, other) => one.service.localeCompare(other.service, 'en'))
        .flatMap(({ permissions = {} }) => Object.entries(permissions))
        .filter(([key]) => isWorkspacePermission(key) && !Object.hasOwn(workspacePermissions, key))
      labels = new Map([...Object.entries(workspacePermissions), ...declared])
    },
    list: () => [...labels].map(([key, label]) => ({ key, label })),
    keys: (): WorkspacePermission[] => [...labels.keys()] as WorkspacePermission[],
    /** Throws VALIDATION_FAILED for a permission that does not exist, unless it was granted before. */
    require: (keys: readonly string[] = [], before: readonly string[] = []): void => {
      const message = 'must be a permission listed by GET /workspace/permissions'
      const details = keys.flatMap((key, at) =>
        labels.has(key) || before.includes(key) ? [] : [{ path: `permissions.${at}`, message }],
      )
      if (details.length > 0)
        throw new AppError('VALIDATION_FAILED', `${details[0]!.path} ${message}`, { details })
    },
  }
}
