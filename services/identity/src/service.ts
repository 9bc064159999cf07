import type { WorkspaceView } from '@wp/http'
import type { Id } from '@wp/kernel'
import { adminBillingService } from '@wp/protos'
import { defineService } from '@wp/runtime'
import { adminHandlers } from './admins/admin.handlers.ts'
import { bootstrapHandlers } from './admins/bootstrap.handlers.ts'
import { auditHandlers } from './audit/audit.handlers.ts'
import { collections } from './collections.ts'
import { identityConfig } from './config.ts'
import { onAuditRecorded } from './consumers/on-audit-recorded.ts'
import { onSubscriptionChanged } from './consumers/on-subscription-changed.ts'
import { deadLetterHandlers } from './dead-letters/dead-letter.handlers.ts'
import { invitationHandlers } from './invitations/invitation.handlers.ts'
import { keyHandlers } from './keys/jwks.handlers.ts'
import { readSigningKeys } from './keys/signing-keys.ts'
import { loginHandlers } from './login/login.handlers.ts'
import { outboxHandlers } from './messages/outbox.handlers.ts'
import { adminMfaHandlers } from './mfa/admin-mfa.handlers.ts'
import { loginChallengeHandlers } from './mfa/login-challenge.handlers.ts'
import { mfaHandlers } from './mfa/mfa.handlers.ts'
import { identityParts, ringOf } from './parts.ts'
import { passwordHandlers } from './passwords/password.handlers.ts'
import { roleHandlers } from './roles/role.handlers.ts'
import { identityRpc } from './rpc/identity.rpc.ts'
import { revocationStore } from './sessions/revocation.store.ts'
import { sessionHandlers } from './sessions/session.handlers.ts'
import { signupHandlers } from './signup/signup.handlers.ts'
import { workspaceHandlers } from './workspaces/workspace.handlers.ts'
import type { WorkspaceStore } from './workspaces/workspace.store.ts'

const hourMs = 3_600_000

export const identity = defineService('identity', {
  config: identityConfig,
  database: { collections },
  authority: async ({ config, db, clock }) => {
    const keys = ringOf(config, db, clock)
    const revocations = revocationStore(db, clock)
    await keys.takeUp(readSigningKeys(config.signingKeys.reveal()))
    return {
      jwks: async () => ({ keys: await keys.published() }),
      revocationsSince: (since) => revocations.since(since),
    }
  },
  open: ({ config, db, clock, rpc, logger, metrics, bus }) => {
    const billing = rpc(adminBillingService)
    const { deadLetters } = bus
    const parts = identityParts(config, { db, clock, logger, metrics, billing, deadLetters })
    return {
      workspaces: { find: (id: Id) => viewOf(parts.workspaces, id) },
      routes: [
        signupHandlers(parts),
        loginHandlers(parts),
        loginChallengeHandlers(parts),
        sessionHandlers(parts),
        passwordHandlers(parts),
        invitationHandlers(parts),
        workspaceHandlers(parts),
        roleHandlers(parts),
        mfaHandlers(parts),
        adminMfaHandlers(parts),
        bootstrapHandlers(parts),
        adminHandlers(parts),
        auditHandlers(parts),
        deadLetterHandlers(parts),
        keyHandlers(parts),
        outboxHandlers(parts),
      ],
      rpc: identityRpc(parts),
      consumers: [onSubscriptionChanged(parts), onAuditRecorded(parts)],
      jobs: [
        {
          name: 'deliver-messages',
          everyMs: 1000,
          everyReplica: true,
          run: ({ signal }) => parts.mailbox.sendDue(signal),
        },
        { name: 'tend-keys', everyMs: hourMs, run: () => parts.keys.tend() },
      ],
    }
  },
})
export { identity as service }

const viewOf = async (workspaces: WorkspaceStore, id: Id): Promise<WorkspaceView | null> => {
  const workspace = await workspaces.find(id)
  return workspace && { ...workspace, subscriptionEndDate: workspace.subscription.subscriptionEndDate }
}
