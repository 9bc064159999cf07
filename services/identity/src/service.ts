import { createSigner } from '@wp/auth'
import { ConfigError } from '@wp/config'
import type { ConfigOf } from '@wp/config'
import { createSealer } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { adminBillingService } from '@wp/protos'
import { collectPages, defineService, watchManifests } from '@wp/runtime'
import type { BaseConfig } from '@wp/runtime'
import type { Logger, Metrics } from '@wp/telemetry'
import declaration from '../service.json' with { type: 'json' }
import { accountTokenCollection, accountTokenStore } from './accounts/account-token.store.ts'
import { accountCollection, accountStore } from './accounts/account.store.ts'
import { membershipCollection, membershipStore } from './accounts/membership.store.ts'
import { staffVersionCollection, staffVersionStore } from './staff/staff-version.store.ts'
import { adminHandlers } from './admins/admin.handlers.ts'
import { firstAdminCollection, firstAdminStore } from './admins/first-admin.store.ts'
import { apiKeyHandlers } from './api-keys/api-key.handlers.ts'
import { apiKeySecretCollection, apiKeySecretStore } from './api-keys/api-key-secret.store.ts'
import { apiKeyCollection, apiKeyStore } from './api-keys/api-key.store.ts'
import { auditHandlers } from './audit/audit.handlers.ts'
import { auditCollection, auditStore } from './audit/audit.store.ts'
import { identityConfig } from './config.ts'
import { auditConsumers } from './consumers/on-audit-recorded.ts'
import { onCustomerMessage } from './consumers/on-customer-message.ts'
import { onOwnerNotice } from './consumers/on-owner-notice.ts'
import { onSubscriptionChanged } from './consumers/on-subscription-changed.ts'
import { customerMessageHandlers } from './customer-messages/customer-message.handlers.ts'
import {
  customerMessageCollection,
  customerMessageStore,
} from './customer-messages/customer-message.store.ts'
import { messageLinkCollection, messageLinkStore } from './customer-messages/message-link.store.ts'
import { messagePaceCollection, messagePaceStore } from './customer-messages/message-pace.store.ts'
import {
  messageRecipientCollection,
  messageRecipientStore,
} from './customer-messages/message-recipient.store.ts'
import { messageTemplateHandlers } from './customer-messages/message-template.handlers.ts'
import {
  messageTemplateCollection,
  messageTemplateStore,
} from './customer-messages/message-template.store.ts'
import { optOutHandlers } from './customer-messages/opt-out.handlers.ts'
import { createPasswordHasher, minMemoryKib } from './crypto/password-hashing.ts'
import { createRefreshTokens } from './crypto/refresh-tokens.ts'
import { createDigester } from './crypto/digests.ts'
import { deadLetterHandlers } from './dead-letters/dead-letter.handlers.ts'
import type { IdentityDeps, ServiceDeps } from './deps.ts'
import { emailVerificationHandlers } from './email-verification/email-verification.handlers.ts'
import { invitationHandlers } from './invitations/invitation.handlers.ts'
import { invitationCollection, invitationStore } from './invitations/invitation.store.ts'
import { deliverMessagesJobs } from './jobs/deliver-messages.ts'
import { rotateKeysJob } from './jobs/rotate-keys.ts'
import { jwksHandlers } from './keys/jwks.handlers.ts'
import { parseSigningKeys } from './keys/key-settings.rules.ts'
import { currentKeyReader, importConfiguredKeys } from './keys/signing-key.actions.ts'
import { signingKeyCollection, signingKeyStore } from './keys/signing-key.store.ts'
import { loginHandlers } from './login/login.handlers.ts'
import { openTransports } from './messages/message-transport.actions.ts'
import { messageCollection, messageStore } from './messages/message.store.ts'
import { outboxHandlers } from './messages/outbox.handlers.ts'
import { challengeCollection, challengeStore } from './mfa/challenge.store.ts'
import { factorCollection, factorStore } from './mfa/factor.store.ts'
import { loginChallengeHandlers } from './login/login-challenge.handlers.ts'
import { mfaHandlers } from './mfa/mfa.handlers.ts'
import { passwordHandlers } from './passwords/password.handlers.ts'
import { reauthenticationHandlers } from './reauthentication/reauthentication.handlers.ts'
import { permissionCatalogue } from './roles/permission.rules.ts'
import { roleHandlers } from './roles/role.handlers.ts'
import { roleCollection, roleStore } from './roles/role.store.ts'
import { identityRpc } from './rpc/identity.rpc.ts'
import { loginSessionHandlers } from './login-sessions/login-session.handlers.ts'
import { loginSessionCollection, loginSessionStore } from './login-sessions/login-session.store.ts'
import { refreshCookies } from './login-sessions/refresh-cookie.view.ts'
import { revocationCollection, revocationStore } from './login-sessions/revocation.store.ts'
import { signupHandlers } from './signup/signup.handlers.ts'
import { throttleCollection, throttleStore } from './throttling/throttle.store.ts'
import { workspaceHandlers } from './workspaces/workspace.handlers.ts'
import { workspaceCollection, workspaceStore } from './workspaces/workspace.store.ts'
import { toWorkspaceView } from './workspaces/workspace.view.ts'

export const identityCollections = [
  accountCollection,
  membershipCollection,
  staffVersionCollection,
  workspaceCollection,
  roleCollection,
  apiKeyCollection,
  apiKeySecretCollection,
  loginSessionCollection,
  revocationCollection,
  firstAdminCollection,
  auditCollection,
  messageCollection,
  customerMessageCollection,
  messageTemplateCollection,
  messageRecipientCollection,
  messageLinkCollection,
  messagePaceCollection,
  invitationCollection,
  accountTokenCollection,
  factorCollection,
  challengeCollection,
  throttleCollection,
  signingKeyCollection,
]

export const identity = defineService('identity', {
  declaration,
  config: identityConfig,
  database: { collections: identityCollections },
  authority: async ({ config, db, clock }) => {
    const deps = openKeys(config, db, clock)
    const revocations = revocationStore(db)
    await importConfiguredKeys(deps, parseSigningKeys(config.signingKeys.reveal()))
    return {
      jwks: async () => ({ keys: await deps.signingKeys.listPublic() }),
      revocationsSince: (since) => collectPages((cursor) => revocations.pageSince(since, cursor)),
    }
  },
  open: ({ config, db, clock, rpc, logger, metrics, bus, use }) => {
    const deps: ServiceDeps = {
      ...openIdentity(config, { db, clock, logger, metrics }),
      billing: rpc(adminBillingService),
      deadLetters: bus.deadLetters,
    }
    const audit = use(auditConsumers(bus, deps))
    watchManifests(bus, (manifests) => {
      deps.permissions.update(manifests.values())
      audit.update(manifests.keys())
    })
    return {
      workspaces: {
        find: async (id: Id) => {
          const workspace = await deps.workspaces.find(id)
          return workspace && toWorkspaceView(workspace)
        },
      },
      routes: [
        signupHandlers(deps),
        loginHandlers(deps),
        loginChallengeHandlers(deps),
        loginSessionHandlers(deps),
        reauthenticationHandlers(deps),
        passwordHandlers(deps),
        emailVerificationHandlers(deps),
        invitationHandlers(deps),
        workspaceHandlers(deps),
        roleHandlers(deps),
        apiKeyHandlers(deps),
        mfaHandlers(deps),
        adminHandlers(deps),
        auditHandlers(deps),
        deadLetterHandlers(deps),
        jwksHandlers(deps),
        outboxHandlers(deps),
        customerMessageHandlers(deps),
        messageTemplateHandlers(deps),
        optOutHandlers(deps),
      ],
      rpc: identityRpc(deps),
      consumers: [onSubscriptionChanged(deps), onOwnerNotice(deps), onCustomerMessage(deps)],
      jobs: [...deliverMessagesJobs(deps), rotateKeysJob(deps)],
    }
  },
})
export { identity as service }

const minTokenLength = 16

type Settings = ConfigOf<typeof identityConfig> &
  Pick<ConfigOf<BaseConfig>, 'tokenIssuer' | 'tokenAudience' | 'nodeEnv' | 'publicUrl'>

/** Opens all dependencies except the clients for other services. The operator commands use this too. */
export const openIdentity = (
  config: Settings,
  { metrics, ...context }: { db: Database; clock: Clock; logger: Logger; metrics: Metrics },
): IdentityDeps => {
  const { db, clock } = context
  const hmacKey = Buffer.from(config.hmacKey.reveal(), 'base64')
  const isDevelopment = config.nodeEnv !== 'production'
  if (!isDevelopment && config.passwordHashMemoryKib < minMemoryKib)
    throw new ConfigError([`PASSWORD_HASH_MEMORY_KIB: must be at least ${minMemoryKib} in production`])
  if (!isDevelopment && config.bootstrapToken && config.bootstrapToken.reveal().length < minTokenLength)
    throw new ConfigError([`BOOTSTRAP_TOKEN: must have at least ${minTokenLength} characters in production`])
  const keys = openKeys(config, db, clock)
  return {
    ...context,
    ...keys,
    accounts: accountStore(db),
    memberships: membershipStore(db),
    staffVersions: staffVersionStore(db),
    workspaces: workspaceStore(db),
    roles: roleStore(db),
    permissions: permissionCatalogue(),
    loginSessions: loginSessionStore(db),
    revocations: revocationStore(db),
    firstAdmin: firstAdminStore(db),
    audit: auditStore(db, clock),
    apiKeys: apiKeyStore(db),
    apiKeySecrets: apiKeySecretStore(db),
    invitations: invitationStore(db),
    accountTokens: accountTokenStore(db),
    factors: factorStore(db, clock),
    challenges: challengeStore(db, clock),
    throttles: throttleStore(db, clock),
    messages: messageStore(db),
    customerMessages: customerMessageStore(db),
    messageTemplates: messageTemplateStore(db),
    messageRecipients: messageRecipientStore(db),
    messageLinks: messageLinkStore(db),
    messagePaces: messagePaceStore(db),
    digester: createDigester(hmacKey),
    signer: createSigner({
      keys: { current: currentKeyReader(keys) },
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      clock,
    }),
    refreshTokens: createRefreshTokens(hmacKey),
    refreshCookies: refreshCookies(isDevelopment),
    passwords: createPasswordHasher(metrics, config.passwordHashMemoryKib),
    transports: openTransports(config),
    loginLimits: {
      perAccountAndAddress: config.loginFailuresPerAccountAndAddress,
      perAccount: config.loginFailuresPerAccount,
      perAddress: config.loginFailuresPerAddress,
      wrongCodesPerAccount: config.mfaFailuresPerAccount,
      bootstrapPerAddress: config.bootstrapFailuresPerAddress,
    },
    messageLimits: {
      invitationsPerRecipient: config.invitationsPerRecipient,
      invitationsPerWorkspace: config.invitationsPerWorkspace,
      smsPerAddress: config.smsPerAddress,
      smsInAll: config.smsInAll,
    },
    messagePace: { perMinute: config.customerMessagesPerMinute },
    publicUrl: config.publicUrl,
    appUrl: config.appUrl ?? `${config.publicUrl}/console`,
    bootstrapToken: config.bootstrapToken,
    isDevelopment,
  }
}

const openKeys = (config: ConfigOf<typeof identityConfig>, db: Database, clock: Clock) => ({
  clock,
  signingKeys: signingKeyStore(db, clock),
  sealer: createSealer(config.encryptionKeys.reveal()),
  keyRotation: {
    activationMs: config.keyActivationSeconds * 1000,
    rotationMs: config.keyRotationDays === 0 ? null : config.keyRotationDays * 86_400_000,
  },
})
