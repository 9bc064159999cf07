type Login = { roleId: string; email: string }

/** Whether a change of a profile also changes the login: another role or another email. */
export const changesLogin = (
  before: Login,
  changes: { [Key in keyof Login]?: string | undefined },
): boolean =>
  (changes.roleId ?? before.roleId) !== before.roleId || (changes.email ?? before.email) !== before.email
