import { hashSecret } from '@wp/kernel'

type Login = { roleId: string; email: string }

/** Returns whether a profile change also changes the login: a new role or email. */
export const changesLogin = (
  before: Login,
  changes: { [Key in keyof Login]?: string | undefined },
): boolean =>
  (changes.roleId ?? before.roleId) !== before.roleId || (changes.email ?? before.email) !== before.email

/** Returns a hash that is the same for repeated keyed requests, or null without a key. */
export const toCreationHash = (idempotencyKey: string | null, body: object): string | null =>
  idempotencyKey === null ? null : hashSecret(JSON.stringify([idempotencyKey, body]))
