import { randomBytes } from 'node:crypto'
import { adminRoles } from '@wp/auth'
import type { AdminRole } from '@wp/auth'
import { AppError, EmailAddress } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { AccountChanged } from '../events.ts'
import type { Identity } from '../parts.ts'
import { checkedPassword } from '../passwords/password.rules.ts'

type Parts = Pick<
  Identity,
  'db' | 'accounts' | 'firstAdmin' | 'factors' | 'opener' | 'limits' | 'keys' | 'audit' | 'passwords'
>

export type Command = (parts: Parts, args: string[], env: NodeJS.ProcessEnv) => Promise<string>

const record = ({ audit }: Parts, action: string, targetType: string, targetId: Id) =>
  audit.record({ actorId: null, actorKind: 'operator', workspaceId: null, action, targetType, targetId })

const emailOf = (text: string | undefined): string => {
  const parsed = EmailAddress.safeParse(text)
  if (!parsed.success) throw new AppError('INVALID_REQUEST', 'Name the email address of the account')
  return parsed.data
}

const accountOf = async ({ accounts }: Parts, text: string | undefined) => {
  const email = emailOf(text)
  const account = await accounts.findByEmail(email)
  if (!account) throw new AppError('NOT_FOUND', `There is no account for ${email}`)
  return account
}

const rolesOf = (text = 'super-admin'): AdminRole[] => {
  const roles = text.split(',')
  const unknown = roles.filter((role) => !adminRoles.some((known) => known === role))
  if (unknown.length > 0)
    throw new AppError('INVALID_REQUEST', `Roles are ${adminRoles.join(', ')}; not ${unknown.join(', ')}`)
  return roles as AdminRole[]
}

const createAdmin: Command = async (parts, [address, roles], env) => {
  const email = emailOf(address)
  const chosen = env['ADMIN_PASSWORD']
  const password = checkedPassword(chosen ?? randomBytes(18).toString('base64url'), {
    isAdmin: true,
    path: 'ADMIN_PASSWORD',
  })
  const given = rolesOf(roles)
  const passwordHash = await parts.passwords.hash(password)
  await parts.db.transaction(async (tx) => {
    await parts.firstAdmin.note()
    const account = await parts.accounts.insert({
      email,
      passwordHash,
      isAdmin: true,
      adminRoles: given,
    })
    tx.publish(AccountChanged, { workspaceId: null, data: { account, change: 'admin' } })
    await record(parts, 'admin.created', 'admin', account.id)
  })
  const shown = chosen === undefined ? ` with the password ${password}` : ''
  return `${email} is an admin now (${given.join(', ')})${shown}`
}

const rotateKeys: Command = async (parts) => {
  const { kid, activatesAt } = await parts.keys.rotate()
  await record(parts, 'keys.rotated', 'signing-key', kid)
  return `The key ${kid} signs from ${activatesAt.toISOString()} on; the one before it stays published until its tokens have expired`
}

const unlock: Command = async (parts, [address]) => {
  const account = await accountOf(parts, address)
  await parts.limits.forgive(account.email, account.id)
  await record(parts, 'account.unlocked', 'account', account.id)
  return `${account.email} can log in again`
}

const removeFactors: Command = async (parts, [address]) => {
  const account = await accountOf(parts, address)
  const removed = await parts.db.transaction(async () => {
    const factors = await parts.factors.listConfirmed(account.id)
    for (const factor of factors) await parts.factors.remove(factor.id)
    await parts.opener.endAll(account.id)
    await record(parts, 'factors.removed', 'account', account.id)
    return factors.length
  })
  return `${account.email} has no second factor any more (${removed} removed), and is logged out everywhere`
}

export const commands: Record<string, { run: Command; usage: string; summary: string }> = {
  'create-admin': {
    run: createAdmin,
    usage: 'create-admin <email> [roles]',
    summary:
      'make an admin; roles with commas, super-admin unless told; the password from ADMIN_PASSWORD, or a new one',
  },
  'rotate-keys': { run: rotateKeys, usage: 'rotate-keys', summary: 'make a new key for access tokens' },
  unlock: { run: unlock, usage: 'unlock <email>', summary: 'forget the failed logins of an account' },
  'remove-factors': {
    run: removeFactors,
    usage: 'remove-factors <email>',
    summary: 'let somebody in who has lost every second factor',
  },
}
