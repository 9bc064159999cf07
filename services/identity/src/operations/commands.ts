import { adminRoles } from '@wp/auth'
import type { AdminRole } from '@wp/auth'
import { AppError, EmailAddress, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { parseSince } from '@wp/runtime'
import { insertAdmin } from '../admins/admin.actions.ts'
import type { IdentityDeps } from '../deps.ts'
import { rotateKey } from '../keys/signing-key.actions.ts'
import { requireValidPassword } from '../passwords/password.rules.ts'
import { endLoginSessions } from '../login-sessions/login-session.actions.ts'
import { clearFailures } from '../throttling/login-limit.actions.ts'

type CommandDeps = IdentityDeps & {
  /** Opens a service's outbox; throws NOT_FOUND for an unknown service. */
  openOutbox(service: string): Promise<Pick<Database, 'outbox' | 'close'>>
}

export type Command = (deps: CommandDeps, args: string[], env: NodeJS.ProcessEnv) => Promise<string>

const record = ({ audit }: CommandDeps, action: string, targetType: string, targetId: Id) =>
  audit.record({ actorId: null, actorKind: 'operator', workspaceId: null, action, targetType, targetId })

const parseEmail = (text: string | undefined): string => {
  const parsed = EmailAddress.safeParse(text)
  if (!parsed.success)
    throw new AppError('INVALID_REQUEST', "The account's email address is missing or invalid")
  return parsed.data
}

const getAccount = async ({ accounts }: CommandDeps, text: string | undefined) => {
  const email = parseEmail(text)
  const account = await accounts.findByEmail(email)
  if (!account) throw new AppError('NOT_FOUND', `No account exists for ${email}`)
  return account
}

const parseRoles = (text = 'super-admin'): AdminRole[] => {
  const roles = text.split(',')
  const unknown = roles.filter((role) => !adminRoles.some((known) => known === role))
  if (unknown.length > 0)
    throw new AppError(
      'INVALID_REQUEST',
      `Unknown roles: ${unknown.join(', ')}; use ${adminRoles.join(', ')}`,
    )
  return roles as AdminRole[]
}

const createAdmin: Command = async (deps, [address, roles], env) => {
  const email = parseEmail(address)
  const given = env['ADMIN_PASSWORD']
  const password = requireValidPassword(given ?? newSecret(), {
    isAdmin: true,
    path: 'ADMIN_PASSWORD',
  })
  const chosenRoles = parseRoles(roles)
  const passwordHash = await deps.passwords.hash(password)
  await deps.db.transaction(async (tx) => {
    await deps.firstAdmin.record()
    const admin = await insertAdmin(deps, tx, { email, passwordHash, roles: chosenRoles })
    await record(deps, 'admin.created', 'admin', admin.id)
  })
  const generated = given === undefined ? ` with the password ${password}` : ''
  return `${email} is now an admin (${chosenRoles.join(', ')})${generated}`
}

const rotateKeys: Command = async (deps) => {
  const { kid, activatesAt } = await rotateKey(deps)
  await record(deps, 'keys.rotated', 'signing-key', kid)
  return `The key ${kid} signs from ${activatesAt.toISOString()}; the previous key stays published until its tokens expire`
}

const unlock: Command = async (deps, [address]) => {
  const account = await getAccount(deps, address)
  await clearFailures(deps, account.email, account.id)
  await record(deps, 'account.unlocked', 'account', account.id)
  return `${account.email} can log in again`
}

const removeFactors: Command = async (deps, [address]) => {
  const account = await getAccount(deps, address)
  const removed = await deps.db.transaction(async (tx) => {
    const factors = await deps.factors.listConfirmed(account.id)
    await deps.factors.removeAll(account.id)
    await endLoginSessions(deps, tx, account.id)
    await record(deps, 'factors.removed', 'account', account.id)
    return factors.length
  })
  return `Removed ${removed} second factors of ${account.email} and ended all login sessions`
}

const replay: Command = async (deps, [service, ...options]) => {
  if (!service) throw new AppError('INVALID_REQUEST', 'The service name is required')
  const since = parseSince(options)
  const { outbox, close } = await deps.openOutbox(service)
  try {
    const count = await outbox.requeue(since)
    await record(deps, 'events.replayed', 'service', service)
    return `Queued ${count} events of ${service}; the service publishes them again as soon as it runs`
  } finally {
    await close()
  }
}

export const commands: Record<string, { run: Command; usage: string; summary: string }> = {
  'create-admin': {
    run: createAdmin,
    usage: 'create-admin <email> [roles]',
    summary:
      'create an admin; separate roles with commas (default super-admin); set ADMIN_PASSWORD or a password is generated',
  },
  'rotate-keys': {
    run: rotateKeys,
    usage: 'rotate-keys',
    summary: 'create a new signing key for access tokens',
  },
  unlock: { run: unlock, usage: 'unlock <email>', summary: "clear an account's failed logins" },
  'remove-factors': {
    run: removeFactors,
    usage: 'remove-factors <email>',
    summary: 'remove all second factors of an account whose owner lost access to them',
  },
  replay: {
    run: replay,
    usage: 'replay <service> [--since <time>]',
    summary: "republish a service's stored events (7 days); consumers skip events they have already handled",
  },
}
