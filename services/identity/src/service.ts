import { createSigner } from '@wp/auth'
import type { Verifier } from '@wp/auth'
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
import { bootstrapHandlers } from './admins/bootstrap.handlers.ts'
import { firstAdminCollection, firstAdminStore } from './admins/first-admin.store.ts'
import { identityConfig } from './config.ts'
import { keyHandlers } from './keys/jwks.handlers.ts'
import { readSigningKeys } from './keys/signing-keys.ts'
import type { SigningKey } from './keys/signing-keys.ts'
import { loginHandlers } from './login/login.handlers.ts'
import { revocationCollection, revocationStore } from './revocations/revocation.store.ts'
import type { RevocationStore } from './revocations/revocation.store.ts'
import { roleCollection, roleStore } from './roles/role.store.ts'
import type { RoleStore } from './roles/role.store.ts'
import { identityRpc } from './rpc/identity.rpc.ts'
import { loginSessionCollection, loginSessionStore } from './sessions/login-session.store.ts'
import { refreshTokens } from './sessions/refresh-token.ts'
import { sessionOpener } from './sessions/session-opener.ts'
import type { SessionOpener } from './sessions/session-opener.ts'
import { signupHandlers } from './signup/signup.handlers.ts'
import { workspaceCollection, workspaceStore } from './workspaces/workspace.store.ts'
import type { WorkspaceStore } from './workspaces/workspace.store.ts'

/** What handlers are given. */
export type Identity = {
  db: Database
  clock: Clock
  verifier: Verifier
  accounts: AccountStore
  memberships: MembershipStore
  workspaces: WorkspaceStore
  roles: RoleStore
  revocations: RevocationStore
  firstAdmin: ReturnType<typeof firstAdminStore>
  opener: SessionOpener
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
    ],
  },
  authority: ({ config, db }) => {
    const keys = readSigningKeys(config.signingKeys.reveal()).map(({ publicJwk }) => publicJwk)
    const revocations = revocationStore(db)
    return {
      jwks: async () => ({ keys }),
      revocationsSince: async (since) => (await revocations.since(since)).map((one) => ({ ...one }) as never),
    }
  },
  open: ({ config, db, clock, verifier, rpc }) => {
    const signingKeys = readSigningKeys(config.signingKeys.reveal())
    const stores = {
      accounts: accountStore(db),
      memberships: membershipStore(db),
      workspaces: workspaceStore(db),
      roles: roleStore(db),
      revocations: revocationStore(db),
      firstAdmin: firstAdminStore(db),
    }
    const signer = createSigner({
      keys: { current: () => signingKeys[0]! },
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      clock,
    })
    const refresh = refreshTokens(Buffer.from(config.hmacKey.reveal(), 'base64'))
    const opener = sessionOpener({ db, clock, signer, refresh, sessions: loginSessionStore(db), ...stores })
    const parts: Identity = {
      db,
      clock,
      verifier,
      ...stores,
      opener,
      signingKeys,
      billing: rpc(adminBillingService),
      bootstrapToken: config.bootstrapToken,
      isDevelopment: config.nodeEnv !== 'production',
    }
    return {
      workspaces: { find: (id: Id) => viewOf(stores.workspaces, id) },
      routes: [signupHandlers(parts), loginHandlers(parts), bootstrapHandlers(parts), keyHandlers(parts)],
      rpc: identityRpc(parts),
    }
  },
})

const viewOf = async (workspaces: WorkspaceStore, id: Id): Promise<WorkspaceView | null> => {
  const workspace = await workspaces.find(id)
  return (
    workspace && { ...workspace, subscriptionEndDate: workspace.subscription?.subscriptionEndDate ?? null }
  )
}
