import type { WorkspacePrincipal } from '@wp/auth'
import { AppError, iso, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Membership } from '../accounts/membership.types.ts'
import type { IdentityDeps } from '../deps.ts'
import { invitationDays, invitationMail, invitationPage, toPageUrl } from '../messages/mail.rules.ts'
import { queueMessage } from '../messages/message.actions.ts'
import { requireAuthorityOver } from '../roles/authority.actions.ts'
import { setNewPassword } from '../passwords/password.actions.ts'
import { requireValidPassword } from '../passwords/password.rules.ts'
import { countInvitation } from '../throttling/invitation-limit.actions.ts'

type Accepted = { account: StoredAccount; workspaceId: Id }

/**
 * Accepts an invitation, which works only once. An account with an unverified address gets the given password and
 * loses its sessions and second factors, because someone else may have signed up with the address.
 */
export const acceptInvitation = async (
  deps: IdentityDeps,
  { token, password }: { token: string; password?: string | undefined },
): Promise<Accepted> => {
  const withoutPassword = await tryAccept(deps, token, null)
  if (withoutPassword) return withoutPassword
  const passwordHash = await deps.passwords.hash(requireValidPassword(password))
  return (await tryAccept(deps, token, passwordHash)) ?? Promise.reject(invalidInvitation())
}

export const inviteStaff = (
  deps: IdentityDeps,
  workspaceId: Id,
  staffId: Id,
  principal: WorkspacePrincipal,
) =>
  deps.db.transaction(async () => {
    const membership = await deps.memberships.getStaff(workspaceId, staffId)
    await requireAuthorityOver(deps, workspaceId, principal.accountId, [membership.roleId])
    if (membership.status === 'active')
      throw new AppError('CONFLICT', 'This staff member has already accepted the invitation')
    const account = await deps.accounts.get(membership.accountId)
    await countInvitation(deps, workspaceId, account.email)
    const expiresAt = await sendInvitation(deps, membership, account)
    await deps.audit.recordBy(principal, 'staff.invited', 'staff', staffId)
    return { staffId, email: account.email, expiresAt: iso(expiresAt) }
  })

/** Sends an invitation that replaces the previous one. Returns its expiry time. */
export const sendInvitation = async (
  deps: IdentityDeps,
  { id: membershipId, workspaceId, accountId, staffId }: Membership,
  { email }: StoredAccount,
): Promise<Date> => {
  deps.db.requireTransaction()
  const token = newSecret()
  const expiresAt = new Date(deps.clock.now().getTime() + invitationDays * 86_400_000)
  const workspace = await deps.workspaces.get(workspaceId)
  await deps.invitations.replace({
    workspaceId,
    staffId: staffId!,
    accountId,
    membershipId,
    tokenDigest: toDigest(deps, token),
    expiresAt,
  })
  await queueMessage(deps, {
    channel: 'email',
    to: email,
    workspaceId,
    ...invitationMail(workspace, token, toPageUrl(deps.appUrl, invitationPage, token)),
    token,
  })
  return expiresAt
}

/** Returns null and rolls back the transaction when the account needs a password and `passwordHash` is null. */
const tryAccept = (
  deps: IdentityDeps,
  token: string,
  passwordHash: string | null,
): Promise<Accepted | null> =>
  deps.db
    .transaction(async (tx) => {
      const invitation = await deps.invitations.useIf(toDigest(deps, token), deps.clock.now())
      const membership = invitation && (await deps.memberships.activateIf(invitation.membershipId))
      if (!membership) throw invalidInvitation()
      const { accountId, workspaceId, staffId } = membership
      const account = await deps.accounts.get(accountId)
      if (!account.emailVerifiedAt) {
        if (!passwordHash) throw new PasswordRequired()
        await setNewPassword(deps, tx, account, passwordHash)
        await deps.factors.removeAll(accountId)
      }
      const verified = await deps.accounts.markVerified(accountId, deps.clock.now())
      await deps.audit.record({
        actorId: accountId,
        actorKind: 'staff',
        workspaceId,
        action: 'staff.accepted',
        targetType: 'staff',
        targetId: staffId,
      })
      return { account: verified, workspaceId }
    })
    .catch((error: unknown) => {
      if (error instanceof PasswordRequired) return null
      throw error
    })

/** Thrown to roll back the acceptance, because only the invited account shows whether a password is required. */
class PasswordRequired extends Error {}

const toDigest = ({ digester }: IdentityDeps, token: string): string => digester.digest('invitation', token)

const invalidInvitation = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This invitation is invalid, has expired or was already used; ask for a new one',
    { details: [{ path: 'token', message: 'is invalid or has expired' }] },
  )
