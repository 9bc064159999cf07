import { randomBytes } from 'node:crypto'
import type { Clock, Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Membership } from '../accounts/membership.store.ts'
import type { Digester } from '../keys/sealing.ts'
import type { Mailbox } from '../messages/mailbox.ts'
import type { WorkspaceStore } from '../workspaces/workspace.store.ts'
import type { InvitationStore } from './invitation.store.ts'

type Parts = {
  clock: Clock
  digester: Digester
  store: InvitationStore
  mailbox: Mailbox
  workspaces: WorkspaceStore
}

const days = 7

/** Invitations to become staff: good for 7 days, once; a new one takes the place of the last. */
export const invitationDesk = ({ clock, digester, store, mailbox, workspaces }: Parts) => {
  const digestOf = (token: string) => digester.digest('invitation', token)
  return {
    /** In the transaction that invites. */
    send: async (membership: Membership, { email }: StoredAccount): Promise<Date> => {
      const { workspaceId, accountId, staffId } = membership
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(clock.now().getTime() + days * 86_400_000)
      const { name } = await workspaces.get(workspaceId)
      await store.replace({
        workspaceId,
        staffId: staffId!,
        accountId,
        membershipId: membership.id,
        tokenDigest: digestOf(token),
        expiresAt,
      })
      await mailbox.queue({
        channel: 'email',
        to: email,
        workspaceId,
        subject: `You are invited to join ${name ?? 'a workspace'}`,
        text: `You are invited to join ${name ?? 'a workspace'}. Accept within ${days} days with this token: ${token}`,
        token,
      })
      return expiresAt
    },

    /** Null when the token is unknown, used or too old. */
    take: (token: string) => store.take(digestOf(token), clock.now()),

    withdraw: (workspaceId: Id, staffId: Id) => store.remove(workspaceId, staffId),
  }
}
export type InvitationDesk = ReturnType<typeof invitationDesk>
