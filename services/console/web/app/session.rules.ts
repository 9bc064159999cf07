import type { Account, Workspace } from '@workspace-platform/client/identity'

/** Who is logged in. A platform admin has no workspace. */
export type Member = { account: Account; workspace: Workspace | null }

/** Returns whether the member has a permission; owners have all, and `x.manage` includes `x.view`. */
export const may = ({ account }: Pick<Member, 'account'>, permission: string): boolean => {
  if (account.role === 'owner') return true
  if (account.permissions.includes(permission)) return true
  return (
    permission.endsWith('.view') && account.permissions.includes(permission.replace(/\.view$/, '.manage'))
  )
}

/** Returns where to go after the login: the page that asked for it, if it belongs to the console. */
export const nextPage = (next: unknown): string =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/'

/** Returns the account that an access token belongs to. */
export const accountOf = (token: string): string | null => {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return (JSON.parse(atob(payload)) as { sub?: string }).sub ?? null
  } catch {
    return null
  }
}
