import { createSigner } from '@wp/auth'
import type { Secret } from '@wp/config'
import type { WorkspaceView } from '@wp/http'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { adminBillingService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import { defineService } from '@wp/runtime'
import { accountCollection, accountStore } from './accounts/account.store.ts'
import type { AccountStore } from './accounts/account.store.ts'
import { membershipCollection, membershipStore } from './accounts/membership.store.ts'
import type { MembershipStore } from './accounts/membership.store.ts'
import { staffAccounts } from './accounts/staff-accounts.ts'
import type { StaffAccounts } from './accounts/staff-accounts.ts'
import { bootstrapHandlers } from './admins/bootstrap.handlers.ts'
import { firstAdminCollection, firstAdminStore } from './admins/first-admin.store.ts'
import { auditCollection, auditStore } from './audit/audit.store.ts'
import type { AuditStore } from './audit/audit.store.ts'
import { identityConfig } from './config.ts'
import { onSubscriptionChanged } from './consumers/on-subscription-changed.ts'
import { invitationHandlers } from './invitations/invitation.handlers.ts'
import { invitationCollection, invitationStore } from './invitations/invitation.store.ts'
import { invitationDesk } from './invitations/invitations.ts'
import type { InvitationDesk } from './invitations/invitations.ts'
import { keyHandlers } from './keys/jwks.handlers.ts'
import { digesterOf, sealerOf } from './keys/sealing.ts'
import { readSigningKeys } from './keys/signing-keys.ts'
import type { SigningKey } from './keys/signing-keys.ts'
import { doorwayOf } from './login/doorway.ts'
import type { Doorway } from './login/doorway.ts'
import { loginHandlers } from './login/login.handlers.ts'
import { carriersOf } from './messages/carriers-of.ts'
import { mailbox } from './messages/mailbox.ts'
import type { Mailbox } from './messages/mailbox.ts'
import { messageCollection, messageStore } from './messages/message.store.ts'
import { outboxHandlers } from './messages/outbox.handlers.ts'
import { roleHandlers } from './roles/role.handlers.ts'
import { roleCollection, roleStore } from './roles/role.store.ts'
import type { RoleStore } from './roles/role.store.ts'
import { identityRpc } from './rpc/identity.rpc.ts'
import { loginSessionCollection, loginSessionStore } from './sessions/login-session.store.ts'
import type { LoginSessionStore } from './sessions/login-session.store.ts'
import { refreshTokens } from './sessions/refresh-token.ts'
import { revocationCollection, revocationStore } from './sessions/revocation.store.ts'
import type { RevocationStore } from './sessions/revocation.store.ts'
import { sessionOpener } from './sessions/session-opener.ts'
import type { SessionOpener } from './sessions/session-opener.ts'
import { signupHandlers } from './signup/signup.handlers.ts'
import { workspaceHandlers } from './workspaces/workspace.handlers.ts'
import { workspaceCollection, workspaceStore } from './workspaces/workspace.store.ts'
import type { WorkspaceStore } from './workspaces/workspace.store.ts'

/** What handlers are given. */
export type Identity = {
  db: Database
  clock: Clock
  accounts: AccountStore
  memberships: MembershipStore
  workspaces: WorkspaceStore
  roles: RoleStore
  sessions: LoginSessionStore
  revocations: RevocationStore
  firstAdmin: ReturnType<typeof firstAdminStore>
  audit: AuditStore
  mailbox: Mailbox
  invitations: InvitationDesk
  staff: StaffAccounts
  opener: SessionOpener
  doorway: Doorway
  signingKeys: SigningKey[]
  billing: RpcClient<typeof adminBillingService.definition>
  bootstrapToken: Secret | undefined
  isDevelopment: boolean
}

export const identity = defineService('identity', {
  config: identityConfig,
  database: {
    collections: [
      accountCollection,
      membershipCollection,
      workspaceCollection,
      roleCollection,
      loginSessionCollection,
      revocationCollection,
      firstAdminCollection,
      auditCollection,
      messageCollection,
      invitationCollection,
    ],
  },
  authority: ({ config, db, clock }) => {
    const keys = readSigningKeys(config.signingKeys.reveal()).map(({ publicJwk }) => publicJwk)
    const revocations = revocationStore(db, clock)
    return {
      jwks: async () => ({ keys }),
      revocationsSince: async (since) => (await revocations.since(since)).map((one) => ({ ...one }) as never),
    }
  },
  open: ({ config, db, clock, rpc, logger }) => {
    const signingKeys = readSigningKeys(config.signingKeys.reveal())
    const sealer = sealerOf(config.encryptionKeys.reveal())
    const hmacKey = Buffer.from(config.hmacKey.reveal(), 'base64')
    const digester = digesterOf(hmacKey)
    const isDevelopment = config.nodeEnv !== 'production'
    const stores = {
      accounts: accountStore(db),
      memberships: membershipStore(db),
      workspaces: workspaceStore(db),
      roles: roleStore(db),
      sessions: loginSessionStore(db),
      revocations: revocationStore(db, clock),
      firstAdmin: firstAdminStore(db),
      audit: auditStore(db, clock),
    }
    const base = {
      db,
      clock,
      ...stores,
      signingKeys,
      billing: rpc(adminBillingService),
      bootstrapToken: config.bootstrapToken,
      isDevelopment,
      mailbox: mailbox({
        messages: messageStore(db),
        sealer,
        clock,
        logger,
        carriers: carriersOf(config),
        keepsText: isDevelopment,
      }),
    }
    const signer = createSigner({
      keys: { current: () => signingKeys[0]! },
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      clock,
    })
    const opener = sessionOpener({ ...base, signer, refresh: refreshTokens(hmacKey) })
    const invitations = invitationDesk({ ...base, digester, store: invitationStore(db) })
    const parts: Identity = {
      ...base,
      opener,
      invitations,
      staff: staffAccounts({ ...base, opener, invitations }),
      doorway: doorwayOf({ ...base, opener }),
    }
    return {
      workspaces: { find: (id: Id) => viewOf(stores.workspaces, id) },
      routes: [
        signupHandlers(parts),
        loginHandlers(parts),
        invitationHandlers(parts),
        workspaceHandlers(parts),
        roleHandlers(parts),
        bootstrapHandlers(parts),
        keyHandlers(parts),
        outboxHandlers(parts),
      ],
      rpc: identityRpc(parts),
      consumers: [onSubscriptionChanged(parts)],
      jobs: [
        {
          name: 'deliver-messages',
          everyMs: 1000,
          everyReplica: true,
          run: ({ signal }) => parts.mailbox.sendDue(signal),
        },
      ],
    }
  },
})
export { identity as service }

const viewOf = async (workspaces: WorkspaceStore, id: Id): Promise<WorkspaceView | null> => {
  const workspace = await workspaces.find(id)
  return workspace && { ...workspace, subscriptionEndDate: workspace.subscription.subscriptionEndDate }
}
