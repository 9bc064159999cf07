import type { AuditEntry } from '@workspace-platform/client/identity'

/** Entries of a workspace's audit log. */
export const workspaceActions = [
  'login.succeeded',
  'login.failed',
  'logout',
  'mfa.failed',
  'email.verified',
  'password.changed',
  'password.reset',
  'factor.enrolled',
  'factor.primary',
  'factor.removed',
  'backup-codes.generated',
  'session.ended',
  'session.reauthenticated',
  'session.reused',
  'workspace.updated',
  'role.created',
  'role.updated',
  'role.deleted',
  'staff.created',
  'staff.invited',
  'staff.accepted',
  'staff.updated',
  'staff.removed',
  'api-key.created',
  'api-key.updated',
  'api-key.rotated',
  'api-key.revoked',
  'webhook-endpoint.created',
  'webhook-endpoint.updated',
  'webhook-endpoint.secret-rotated',
  'webhook-endpoint.disabled',
  'webhook-endpoint.removed',
  'message-template.updated',
  'invoice.sent',
  'lab-report.sent',
  'lab-report.opened',
] as const

/** Additional entries recorded by admins and operators of the platform. */
export const platformActions = [
  'admin.bootstrapped',
  'admin.created',
  'admin.updated',
  'plan.created',
  'plan.updated',
  'plan.removed',
  'plan.assigned',
  'business-category.created',
  'business-category.updated',
  'subscription.renewed',
  'subscription.updated',
  'storage.updated',
  'addition.created',
  'addition.updated',
  'addition.deleted',
  'payment.recorded',
  'expense.recorded',
  'dead-letter.redriven',
  'account.unlocked',
  'factors.removed',
  'keys.rotated',
  'events.replayed',
] as const

export type KnownAction = (typeof workspaceActions)[number] | (typeof platformActions)[number]

/** Returns the action if it has a text; services may record newer ones. */
export const knownAction = (action: string): KnownAction | undefined =>
  [...workspaceActions, ...platformActions].find((each) => each === action)

export const actorKinds = [
  'admin',
  'owner',
  'staff',
  'member',
  'key',
  'system',
  'operator',
  'visitor',
  'unknown',
] as const

/** Returns the kind of actor if it has a text. */
export const knownKind = (kind: string) => actorKinds.find((each) => each === kind)

export const targetKinds = [
  'account',
  'admin',
  'api-key',
  'business-category',
  'dead-letter',
  'expense',
  'factor',
  'invoice',
  'lab-test',
  'message-template',
  'payment',
  'plan',
  'role',
  'session',
  'staff',
  'webhook-endpoint',
  'workspace',
] as const

/** Returns the kind of the changed record if it has a text. */
export const knownTarget = (type: string) => targetKinds.find((each) => each === type)

/** Returns whether an entry is a warning: a failed login or the use of a stolen session. */
export const isWarning = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  ['login.failed', 'mfa.failed', 'session.reused', 'webhook-endpoint.disabled'].includes(action)
