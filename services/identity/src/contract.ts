import { RevocationRecorded } from '@wp/runtime'
import { WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import { adminRoutes } from './admins/admin.contract.ts'
import { bootstrapRoutes } from './admins/bootstrap.contract.ts'
import { auditRoutes } from './audit/audit.contract.ts'
import { deadLetterRoutes } from './dead-letters/dead-letter.contract.ts'
import { AccountChanged, RoleChanged, RoleRemoved, SessionEnded, SessionStarted } from './events.ts'
import { invitationRoutes } from './invitations/invitation.contract.ts'
import { keyRoutes } from './keys/jwks.contract.ts'
import { loginRoutes } from './login/login.contract.ts'
import { outboxRoutes } from './messages/outbox.contract.ts'
import { adminMfaRoutes } from './mfa/admin-mfa.contract.ts'
import { loginChallengeRoutes } from './mfa/login-challenge.contract.ts'
import { mfaRoutes } from './mfa/mfa.contract.ts'
import { passwordRoutes } from './passwords/password.contract.ts'
import { roleRoutes } from './roles/role.contract.ts'
import { sessionRoutes } from './sessions/session.contract.ts'
import { signupRoutes } from './signup/signup.contract.ts'
import { workspaceRoutes } from './workspaces/workspace.contract.ts'

/** What others may import of identity: its routes and its events. */
export * from './admins/admin.contract.ts'
export * from './admins/bootstrap.contract.ts'
export * from './audit/audit.contract.ts'
export * from './dead-letters/dead-letter.contract.ts'
export * from './events.ts'
export * from './invitations/invitation.contract.ts'
export * from './keys/jwks.contract.ts'
export * from './login/login.contract.ts'
export * from './messages/outbox.contract.ts'
export * from './mfa/admin-mfa.contract.ts'
export * from './mfa/login-challenge.contract.ts'
export * from './mfa/mfa.contract.ts'
export * from './passwords/password.contract.ts'
export * from './roles/role.contract.ts'
export * from './sessions/session.contract.ts'
export * from './signup/signup.contract.ts'
export * from './workspaces/workspace.contract.ts'
export { RevocationRecorded, WorkspaceCreated, WorkspaceUpdated }

export const routes = [
  ...signupRoutes,
  ...loginRoutes,
  ...loginChallengeRoutes,
  ...sessionRoutes,
  ...passwordRoutes,
  ...invitationRoutes,
  ...workspaceRoutes,
  ...roleRoutes,
  ...mfaRoutes,
  ...adminMfaRoutes,
  ...bootstrapRoutes,
  ...adminRoutes,
  ...auditRoutes,
  ...deadLetterRoutes,
  ...keyRoutes,
  ...outboxRoutes,
]
export const events = [
  WorkspaceCreated,
  WorkspaceUpdated,
  AccountChanged,
  RoleChanged,
  RoleRemoved,
  SessionStarted,
  SessionEnded,
  RevocationRecorded,
]
