import type { Signer } from '@wp/auth'
import type { DeadLetters } from '@wp/bus'
import type { Secret } from '@wp/config'
import type { Clock, Sealer } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { adminBillingService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Logger } from '@wp/telemetry'
import type { AccountTokenStore } from './accounts/account-token.store.ts'
import type { AccountStore } from './accounts/account.store.ts'
import type { MembershipStore } from './accounts/membership.store.ts'
import type { StaffVersionStore } from './staff/staff-version.store.ts'
import type { FirstAdminStore } from './admins/first-admin.store.ts'
import type { ApiKeySecretStore } from './api-keys/api-key-secret.store.ts'
import type { ApiKeyStore } from './api-keys/api-key.store.ts'
import type { AuditStore } from './audit/audit.store.ts'
import type { CustomerMessageStore } from './customer-messages/customer-message.store.ts'
import type { MessageLinkStore } from './customer-messages/message-link.store.ts'
import type { MessagePace, MessagePaceStore } from './customer-messages/message-pace.store.ts'
import type { MessageRecipientStore } from './customer-messages/message-recipient.store.ts'
import type { MessageTemplateStore } from './customer-messages/message-template.store.ts'
import type { PasswordHasher } from './crypto/password-hashing.ts'
import type { RefreshTokens } from './crypto/refresh-tokens.ts'
import type { Digester } from './crypto/digests.ts'
import type { InvitationStore } from './invitations/invitation.store.ts'
import type { KeyRotation } from './keys/signing-key.rules.ts'
import type { SigningKeyStore } from './keys/signing-key.store.ts'
import type { MessageTransports } from './messages/message-transport.actions.ts'
import type { MessageStore } from './messages/message.store.ts'
import type { ChallengeStore } from './mfa/challenge.store.ts'
import type { FactorStore } from './mfa/factor.store.ts'
import type { PermissionCatalogue } from './roles/permission.rules.ts'
import type { RoleStore } from './roles/role.store.ts'
import type { LoginSessionStore } from './login-sessions/login-session.store.ts'
import type { RefreshCookies } from './login-sessions/refresh-cookie.view.ts'
import type { RevocationStore } from './login-sessions/revocation.store.ts'
import type { LoginLimits, MessageLimits } from './throttling/login-limit.rules.ts'
import type { ThrottleStore } from './throttling/throttle.store.ts'
import type { WorkspaceStore } from './workspaces/workspace.store.ts'

/** Dependencies of handlers, actions, consumers, jobs and operator commands. */
export type IdentityDeps = {
  db: Database
  clock: Clock
  logger: Logger

  accounts: AccountStore
  memberships: MembershipStore
  staffVersions: StaffVersionStore
  workspaces: WorkspaceStore
  roles: RoleStore
  permissions: PermissionCatalogue
  loginSessions: LoginSessionStore
  revocations: RevocationStore
  firstAdmin: FirstAdminStore
  audit: AuditStore
  apiKeys: ApiKeyStore
  apiKeySecrets: ApiKeySecretStore
  invitations: InvitationStore
  accountTokens: AccountTokenStore
  factors: FactorStore
  challenges: ChallengeStore
  throttles: ThrottleStore
  messages: MessageStore
  customerMessages: CustomerMessageStore
  messageTemplates: MessageTemplateStore
  messageRecipients: MessageRecipientStore
  messageLinks: MessageLinkStore
  messagePaces: MessagePaceStore
  signingKeys: SigningKeyStore

  sealer: Sealer
  digester: Digester
  signer: Signer
  refreshTokens: RefreshTokens
  refreshCookies: RefreshCookies
  passwords: PasswordHasher
  transports: MessageTransports

  loginLimits: LoginLimits
  messageLimits: MessageLimits
  messagePace: MessagePace
  keyRotation: KeyRotation
  /** Public URL of the gateway, and of the console. */
  publicUrl: string
  appUrl: string
  bootstrapToken: Secret | undefined
  isDevelopment: boolean
}

/** Adds the dependencies that only the running service has. Operator commands run without them. */
export type ServiceDeps = IdentityDeps & {
  billing: RpcClient<typeof adminBillingService.definition>
  deadLetters: DeadLetters
}
