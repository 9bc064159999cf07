import { handle, reply } from '@wp/http'
import { AppError, iso } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import { actorOf } from '../audit/audit.store.ts'
import { checkedPassword } from '../passwords/password.rules.ts'
import type { Identity } from '../parts.ts'
import { acceptInvitation, inviteStaff } from './invitation.contract.ts'

export const invitationHandlers = (parts: Identity) => {
  const { db, accounts, memberships, invitations, audit, doorway, passwords } = parts

  const accept = (token: string, passwordHash: string | null): Promise<Accepted | 'password needed'> =>
    db
      .transaction(async () => {
        const invitation = await invitations.take(token)
        const membership = invitation && (await memberships.activate(invitation.membershipId))
        if (!membership) throw expired()
        const account = await accounts.get(membership.accountId)
        if (!account.passwordHash) {
          if (!passwordHash) throw new PasswordNeeded()
          await accounts.setPassword(account.id, passwordHash)
        }
        await audit.record({
          actorId: account.id,
          actorKind: 'staff',
          workspaceId: membership.workspaceId,
          action: 'staff.accepted',
          targetType: 'staff',
          targetId: membership.staffId,
        })
        return { account, workspaceId: membership.workspaceId }
      })
      .catch((error: unknown) => {
        if (error instanceof PasswordNeeded) return 'password needed' as const
        throw error
      })

  return [
    handle(acceptInvitation, async ({ body, userAgent, ip }) => {
      const first = await accept(body.token, null)
      const accepted =
        first === 'password needed'
          ? await accept(body.token, await passwords.hash(checkedPassword(body.password)))
          : first
      if (accepted === 'password needed') throw expired()
      return doorway.enter(accepted.account, accepted.workspaceId, { userAgent, ip })
    }),

    handle(inviteStaff, async ({ workspaceId, params: { staffId }, principal }) => {
      const invitation = await db.transaction(async () => {
        const membership = await memberships.getStaff(workspaceId, staffId)
        if (membership.status === 'active')
          throw new AppError('CONFLICT', 'This staff member has accepted the invitation already')
        const account = await accounts.get(membership.accountId)
        const expiresAt = await invitations.send(membership, account)
        await audit.record({
          ...actorOf(principal),
          action: 'staff.invited',
          targetType: 'staff',
          targetId: staffId,
        })
        return { staffId, email: account.email, expiresAt: iso(expiresAt) }
      })
      return reply(200, { invitation })
    }),
  ]
}

type Accepted = { account: StoredAccount; workspaceId: string }

/** Rolls the acceptance back: whether a password is needed is known only after the token was found to be good. */
class PasswordNeeded extends Error {}

const expired = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This invitation was used, has expired or never existed: ask for a new one',
    {
      details: [{ path: 'token', message: 'is no invitation that can be accepted' }],
    },
  )
