import type { WorkspacePrincipal } from '@wp/auth'
import { AppError, iso, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Membership } from '../accounts/membership.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { queueMessage } from '../messages/message.actions.ts'
import { requireAuthorityOver } from '../roles/authority.actions.ts'
import type { AuthorityDeps } from '../roles/authority.actions.ts'
import { setNewPassword } from '../passwords/password.actions.ts'
import type { NewPasswordDeps } from '../passwords/password.actions.ts'
import { requireValidPassword } from '../passwords/password.rules.ts'
import { countInvitation } from '../throttling/invitation-limit.actions.ts'
import type { InvitationLimitDeps } from '../throttling/invitation-limit.actions.ts'
import { invitationDays, toNameInMail, unusableInvitation } from './invitation.rules.ts'

export type AcceptInvitationDeps = NewPasswordDeps &
  Pick<IdentityDeps, 'digester' | 'memberships' | 'invitations' | 'factors'>
export type SendInvitationDeps = InvitationLimitDeps &
  Pick<IdentityDeps, 'db' | 'clock' | 'digester' | 'sealer' | 'messages' | 'invitations' | 'workspaces'>
export type InviteStaffDeps = SendInvitationDeps & AuthorityDeps & Pick<IdentityDeps, 'accounts' | 'audit'>

type Accepted = { account: StoredAccount; workspaceId: Id }

/**
 * Uses the invitation up, once. An account whose address nobody has shown to be theirs starts afresh with the given
 * password: whoever signed up with somebody else's address keeps nothing.
 */
export const acceptInvitation = async (
  deps: AcceptInvitationDeps,
  { token, password }: { token: string; password?: string | undefined },
): Promise<Accepted> => {
  const withoutPassword = await tryAccept(deps, token, null)
  if (withoutPassword) return withoutPassword
  const passwordHash = await deps.passwords.hash(requireValidPassword(password))
  return (await tryAccept(deps, token, passwordHash)) ?? Promise.reject(unusableInvitation())
}

/** Sends the invitation of a staff member again. */
export const inviteStaff = (
  deps: InviteStaffDeps,
  workspaceId: Id,
  staffId: Id,
  principal: WorkspacePrincipal,
) =>
  deps.db.transaction(async () => {
    const membership = await deps.memberships.getStaff(workspaceId, staffId)
    await requireAuthorityOver(deps, workspaceId, principal.accountId, [membership.roleId])
    if (membership.status === 'active')
      throw new AppError('CONFLICT', 'This staff member has accepted the invitation already: they can log in')
    const account = await deps.accounts.get(membership.accountId)
    await countInvitation(deps, workspaceId, account.email)
    const expiresAt = await sendInvitation(deps, membership, account)
    await deps.audit.recordBy(principal, 'staff.invited', 'staff', staffId)
    return { staffId, email: account.email, expiresAt: iso(expiresAt) }
  })

/** Good for 7 days, once; a new one replaces the last. Gives its end. */
export const sendInvitation = async (
  deps: SendInvitationDeps,
  { id: membershipId, workspaceId, accountId, staffId }: Membership,
  { email }: StoredAccount,
): Promise<Date> => {
  deps.db.requireTransaction()
  const token = newSecret()
  const expiresAt = new Date(deps.clock.now().getTime() + invitationDays * 86_400_000)
  const name = toNameInMail((await deps.workspaces.get(workspaceId)).name)
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
    subject: 'You are invited to join a workspace',
    text: `You are invited to join ${name}. Accept within ${invitationDays} days with this token: ${token}`,
    token,
  })
  return expiresAt
}

/** Null, with everything rolled back, when the account still needs a password. */
const tryAccept = (
  deps: AcceptInvitationDeps,
  token: string,
  passwordHash: string | null,
): Promise<Accepted | null> =>
  deps.db
    .transaction(async (tx) => {
      const invitation = await deps.invitations.useIf(toDigest(deps, token), deps.clock.now())
      const membership = invitation && (await deps.memberships.activateIf(invitation.membershipId))
      if (!membership) throw unusableInvitation()
      const { accountId, workspaceId, staffId } = membership
      const account = await deps.accounts.get(accountId)
      if (!account.emailVerifiedAt) {
        if (!passwordHash) throw new PasswordNeeded()
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
      if (error instanceof PasswordNeeded) return null
      throw error
    })

/** Rolls the acceptance back: whether a password is needed is known only after the token was found to be good. */
class PasswordNeeded extends Error {}

const toDigest = ({ digester }: Pick<IdentityDeps, 'digester'>, token: string): string =>
  digester.digest('invitation', token)
