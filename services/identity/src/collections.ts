import { accountCollection } from './accounts/account.store.ts'
import { membershipCollection } from './accounts/membership.store.ts'
import { firstAdminCollection } from './admins/first-admin.store.ts'
import { auditCollection } from './audit/audit.store.ts'
import { invitationCollection } from './invitations/invitation.store.ts'
import { signingKeyCollection } from './keys/signing-key.store.ts'
import { messageCollection } from './messages/message.store.ts'
import { challengeCollection } from './mfa/challenge.store.ts'
import { factorCollection } from './mfa/factor.store.ts'
import { passwordResetCollection } from './passwords/password-reset.store.ts'
import { roleCollection } from './roles/role.store.ts'
import { loginSessionCollection } from './sessions/login-session.store.ts'
import { revocationCollection } from './sessions/revocation.store.ts'
import { throttleCollection } from './throttling/throttle.store.ts'
import { workspaceCollection } from './workspaces/workspace.store.ts'

/** Everything that identity keeps. */
export const collections = [
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
  passwordResetCollection,
  factorCollection,
  challengeCollection,
  throttleCollection,
  signingKeyCollection,
]
