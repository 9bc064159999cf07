import { createHash, timingSafeEqual } from 'node:crypto'
import type { AdminPrincipal, AdminRole } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { setNewPassword } from '../passwords/password.actions.ts'
import { endLoginSessions } from '../login-sessions/login-session.actions.ts'
import { outdateTokens } from '../login-sessions/revocation.actions.ts'
import { reserveBootstrap } from '../throttling/login-limit.actions.ts'
import type { AdminChanges, NewAdmin } from './admin.contract.ts'

/** Creates the first admin of an installation; throws CONFLICT when an admin already exists. */
export const bootstrapAdmin = async (deps: IdentityDeps, fields: NewAdmin): Promise<StoredAccount> => {
  const passwordHash = await deps.passwords.hash(fields.password)
  return deps.db.transaction(async (tx) => {
    await deps.firstAdmin.claim()
    const admin = await insertAdmin(deps, tx, { ...fields, passwordHash })
    await deps.audit.record({
      actorId: null,
      actorKind: 'system',
      workspaceId: null,
      action: 'admin.bootstrapped',
      targetType: 'admin',
      targetId: admin.id,
    })
    return admin
  })
}

export const createAdmin = async (
  deps: IdentityDeps,
  fields: NewAdmin,
  principal: AdminPrincipal,
): Promise<StoredAccount> => {
  const passwordHash = await deps.passwords.hash(fields.password)
  return deps.db.transaction(async (tx) => {
    await requireSuperAdmin(deps, principal)
    const admin = await insertAdmin(deps, tx, { ...fields, passwordHash })
    await deps.audit.recordBy(principal, 'admin.created', 'admin', admin.id)
    return admin
  })
}

/** Setting a new password ends the admin's login sessions. Admins cannot set their own password here. */
export const updateAdmin = async (
  deps: IdentityDeps,
  adminId: Id,
  { roles, password }: AdminChanges,
  principal: AdminPrincipal,
): Promise<StoredAccount> => {
  if (password !== undefined && adminId === principal.accountId)
    throw new AppError('FORBIDDEN', 'Use POST /auth/password/change to change your own password')
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password)
  return deps.db.transaction(async (tx) => {
    await requireSuperAdmin(deps, principal)
    const before = await deps.accounts.getAdmin(adminId)
    const admin = roles ? await replaceRoles(deps, tx, adminId, roles) : before
    if (passwordHash) await setNewPassword(deps, tx, admin, passwordHash)
    await deps.audit.recordBy(principal, 'admin.updated', 'admin', adminId)
    return admin
  })
}

/**
 * Creates an admin account, or reuses an account that is neither an admin nor a member of a workspace, such as a former
 * admin's; throws CONFLICT for other accounts. The address counts as verified: otherwise a workspace invitation could
 * replace the admin's password and second factors.
 */
export const insertAdmin = async (
  deps: IdentityDeps,
  tx: Tx,
  { email, passwordHash, roles }: { email: string; passwordHash: string; roles: AdminRole[] },
): Promise<StoredAccount> => {
  const admin = { emailVerifiedAt: deps.clock.now(), isAdmin: true, adminRoles: roles }
  const known = await deps.accounts.findByEmail(email)
  if (!known || known.isAdmin || (await deps.memberships.list(known.id)).length > 0)
    return deps.accounts.insert({ email, passwordHash, ...admin })
  await setNewPassword(deps, tx, known, passwordHash)
  return deps.accounts.update(known.id, admin)
}

/**
 * Throws BOOTSTRAP_TOKEN_INVALID unless the configured token was sent, and RATE_LIMITED after too many wrong
 * ones.
 */
export const requireBootstrapToken = async (
  deps: IdentityDeps,
  given: string | string[] | undefined,
  ip: string,
): Promise<void> => {
  const expected = deps.bootstrapToken?.reveal()
  const reservation = await reserveBootstrap(deps, ip)
  const isValid = await reservation.run(
    async () => expected !== undefined && typeof given === 'string' && isEqual(given, expected),
  )
  if (!isValid)
    throw new AppError(
      'BOOTSTRAP_TOKEN_INVALID',
      "X-Bootstrap-Token must be this installation's bootstrap token",
    )
}

/** Checks the current roles, because those in a token may be outdated. */
const requireSuperAdmin = async (
  { accounts }: IdentityDeps,
  { accountId }: AdminPrincipal,
): Promise<void> => {
  const caller = await accounts.find(accountId)
  if (!caller?.adminRoles.includes('super-admin'))
    throw new AppError('FORBIDDEN', 'You need the role super-admin')
}

/** Replaces an admin's roles. At least one super-admin must remain. */
const replaceRoles = async (
  deps: IdentityDeps,
  tx: Tx,
  adminId: Id,
  roles: AdminRole[],
): Promise<StoredAccount> => {
  await deps.firstAdmin.lock()
  const admin = await deps.accounts.setAdminRoles(adminId, roles)
  if ((await deps.accounts.countWithRole('super-admin')) === 0)
    throw new AppError(
      'CONFLICT',
      'The last super-admin cannot be removed; give the role to another admin first',
    )
  if (admin.isAdmin) await outdateTokens(deps, tx, admin.lockedAt!, { accountId: adminId })
  else await endLoginSessions(deps, tx, adminId)
  return admin
}

/** Compares digests, because `timingSafeEqual` requires values of the same length. */
const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
