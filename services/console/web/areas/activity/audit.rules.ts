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

/** The kinds of records in the audit log. */
export const targetTypes = [
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
  'service',
  'session',
  'signing-key',
  'staff',
  'webhook-endpoint',
  'workspace',
] as const

export type TargetType = (typeof targetTypes)[number]

/** Returns the kind of record if it has a text. */
export const knownTarget = (type: string): TargetType | undefined => targetTypes.find((each) => each === type)

/** Kinds of records whose id is a name that people know. */
const namedByThemselves: readonly string[] = ['business-category', 'message-template', 'service']

/** Names of records by their kind and id. */
export type TargetNames = Partial<Record<TargetType, ReadonlyMap<string, string>>>

/** Returns the name of the record that an entry is about; null if it has none or was removed. */
export const targetName = (
  { targetType, targetId }: Pick<AuditEntry, 'targetType' | 'targetId'>,
  names: TargetNames,
): string | null => {
  const type = knownTarget(targetType)
  if (!type || targetId === null) return null
  return names[type]?.get(targetId) ?? (namedByThemselves.includes(type) ? targetId : null)
}

/** Returns whether an entry is a warning: a failed login or the use of a stolen session. */
export const isWarning = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  ['login.failed', 'mfa.failed', 'session.reused', 'webhook-endpoint.disabled'].includes(action)
