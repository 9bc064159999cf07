import { createSigner } from '@wp/auth'
import type { DeadLetters } from '@wp/bus'
import type { ConfigOf, Secret } from '@wp/config'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { adminBillingService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { BaseConfig } from '@wp/runtime'
import type { Logger, Metrics } from '@wp/telemetry'
import { accountStore } from './accounts/account.store.ts'
import type { AccountStore } from './accounts/account.store.ts'
import { membershipStore } from './accounts/membership.store.ts'
import type { MembershipStore } from './accounts/membership.store.ts'
import { staffAccounts } from './accounts/staff-accounts.ts'
import type { StaffAccounts } from './accounts/staff-accounts.ts'
import { firstAdminStore } from './admins/first-admin.store.ts'
import type { FirstAdminStore } from './admins/first-admin.store.ts'
import { auditStore } from './audit/audit.store.ts'
import type { AuditStore } from './audit/audit.store.ts'
import type { identityConfig } from './config.ts'
import { invitationStore } from './invitations/invitation.store.ts'
import { invitationDesk } from './invitations/invitations.ts'
import type { InvitationDesk } from './invitations/invitations.ts'
import { keyRing } from './keys/key-ring.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { digesterOf, sealerOf } from './keys/sealing.ts'
import type { Digester, Sealer } from './keys/sealing.ts'
import { doorwayOf } from './login/doorway.ts'
import type { Doorway } from './login/doorway.ts'
import { carriersOf } from './messages/carriers-of.ts'
import { mailbox } from './messages/mailbox.ts'
import type { Mailbox } from './messages/mailbox.ts'
import { messageStore } from './messages/message.store.ts'
import { challengeStore } from './mfa/challenge.store.ts'
import type { ChallengeStore } from './mfa/challenge.store.ts'
import { codeChecker } from './mfa/code-checker.ts'
import type { CodeChecker } from './mfa/code-checker.ts'
import { enrolmentDesk } from './mfa/enrolment.ts'
import type { EnrolmentDesk } from './mfa/enrolment.ts'
import { factorStore } from './mfa/factor.store.ts'
import type { FactorStore } from './mfa/factor.store.ts'
import { phoneCodes } from './mfa/phone-codes.ts'
import type { PhoneCodes } from './mfa/phone-codes.ts'
import { credentialCheck } from './passwords/credentials.ts'
import type { CredentialCheck } from './passwords/credentials.ts'
import { passwordHasher } from './passwords/password-hashing.ts'
import type { PasswordHasher } from './passwords/password-hashing.ts'
import { passwordResetStore } from './passwords/password-reset.store.ts'
import type { PasswordResetStore } from './passwords/password-reset.store.ts'
import { roleStore } from './roles/role.store.ts'
import type { RoleStore } from './roles/role.store.ts'
import { loginSessionStore } from './sessions/login-session.store.ts'
import type { LoginSessionStore } from './sessions/login-session.store.ts'
import { refreshTokens } from './sessions/refresh-token.ts'
import { revocationStore } from './sessions/revocation.store.ts'
import type { RevocationStore } from './sessions/revocation.store.ts'
import { sessionOpener } from './sessions/session-opener.ts'
import type { SessionOpener } from './sessions/session-opener.ts'
import { loginLimits } from './throttling/login-limits.ts'
import type { LoginLimiter } from './throttling/login-limits.ts'
import { throttleStore } from './throttling/throttle.store.ts'
import { workspaceStore } from './workspaces/workspace.store.ts'
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
  firstAdmin: FirstAdminStore
  audit: AuditStore
  resets: PasswordResetStore
  factors: FactorStore
  challenges: ChallengeStore
  limits: LoginLimiter
  mailbox: Mailbox
  sealer: Sealer
  digester: Digester
  keys: KeyRing
  opener: SessionOpener
  passwords: PasswordHasher
  credentials: CredentialCheck
  codes: CodeChecker
  phones: PhoneCodes
  enrolment: EnrolmentDesk
  invitations: InvitationDesk
  staff: StaffAccounts
  doorway: Doorway
  billing: RpcClient<typeof adminBillingService.definition>
  deadLetters: DeadLetters
  bootstrapToken: Secret | undefined
  isDevelopment: boolean
}

export type IdentitySettings = ConfigOf<typeof identityConfig> &
  Pick<ConfigOf<BaseConfig>, 'tokenIssuer' | 'tokenAudience' | 'nodeEnv'>

type Outside = { db: Database; clock: Clock; logger: Logger; metrics: Metrics } & Pick<
  Identity,
  'billing' | 'deadLetters'
>

const dayMs = 86_400_000

export const ringOf = (config: ConfigOf<typeof identityConfig>, db: Database, clock: Clock): KeyRing =>
  keyRing({
    db,
    clock,
    sealer: sealerOf(config.encryptionKeys.reveal()),
    activationMs: config.keyActivationSeconds * 1000,
    rotationMs: config.keyRotationDays === 0 ? null : config.keyRotationDays * dayMs,
  })

const storesOf = (db: Database, clock: Clock) => ({
  accounts: accountStore(db),
  memberships: membershipStore(db),
  workspaces: workspaceStore(db),
  roles: roleStore(db),
  sessions: loginSessionStore(db),
  revocations: revocationStore(db, clock),
  firstAdmin: firstAdminStore(db),
  audit: auditStore(db, clock),
  resets: passwordResetStore(db),
  factors: factorStore(db, clock),
  challenges: challengeStore(db, clock),
})

/** Puts identity together, each part from those above it. */
export const identityParts = (config: IdentitySettings, outside: Outside): Identity => {
  const { db, clock, logger, metrics } = outside
  const hmacKey = Buffer.from(config.hmacKey.reveal(), 'base64')
  const isDevelopment = config.nodeEnv !== 'production'
  const sealer = sealerOf(config.encryptionKeys.reveal())
  const base = {
    ...outside,
    ...storesOf(db, clock),
    sealer,
    digester: digesterOf(hmacKey),
    keys: ringOf(config, db, clock),
    passwords: passwordHasher(metrics),
    bootstrapToken: config.bootstrapToken,
    isDevelopment,
    limits: loginLimits(throttleStore(db, clock), {
      perAccountAndAddress: config.loginFailuresPerAccountAndAddress,
      perAccount: config.loginFailuresPerAccount,
      perAddress: config.loginFailuresPerAddress,
      wrongCodesPerAccount: config.mfaFailuresPerAccount,
    }),
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
    keys: base.keys,
    issuer: config.tokenIssuer,
    audience: config.tokenAudience,
    clock,
  })
  const opener = sessionOpener({ ...base, signer, refresh: refreshTokens(hmacKey) })
  const codes = codeChecker(base)
  const invitations = invitationDesk({ ...base, store: invitationStore(db) })
  return {
    ...base,
    opener,
    codes,
    invitations,
    credentials: credentialCheck({ ...base, opener }),
    phones: phoneCodes({ ...base, codes }),
    enrolment: enrolmentDesk({ ...base, opener, codes }),
    staff: staffAccounts({ ...base, opener, invitations }),
    doorway: doorwayOf({ ...base, opener }),
  }
}
