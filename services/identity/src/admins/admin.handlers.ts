import type { AdminRole } from '@wp/auth'
import { handle, reply } from '@wp/http'
import { AppError, iso } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { StoredAccount } from '../accounts/account.store.ts'
import { actorOf } from '../audit/audit.store.ts'
import { AccountChanged } from '../events.ts'
import type { Identity } from '../parts.ts'
import { createAdmin, listAdmins, updateAdmin } from './admin.contract.ts'

export const adminHandlers = ({
  db,
  accounts,
  firstAdmin,
  opener,
  revocations,
  audit,
  passwords,
}: Identity) => {
  /** In a transaction: the new roles count within a second, and one super-admin always stays. */
  const replaceRoles = async (tx: Tx, known: StoredAccount, roles: AdminRole[]): Promise<StoredAccount> => {
    await firstAdmin.hold()
    const updated = (await accounts.setAdminRoles(known.id, roles)) ?? known
    if ((await accounts.countOf('super-admin')) === 0)
      throw new AppError('CONFLICT', 'The platform needs a super-admin: give the role to another admin first')
    if (updated.isAdmin) await revocations.outdate(tx, null, [known.id])
    else await opener.endAll(known.id)
    return updated
  }

  const target = (id: string) => ({ targetType: 'admin', targetId: id })

  return [
    handle(listAdmins, async ({ query }) => {
      const { items, pagination } = await accounts.pageOfAdmins(query)
      return reply(200, { admins: items.map(shownAdmin), pagination })
    }),

    handle(createAdmin, async ({ body: { email, password, roles }, principal }) => {
      const passwordHash = await passwords.hash(password)
      const created = await db.transaction(async (tx) => {
        const account = await accounts.insert({ email, passwordHash, isAdmin: true, adminRoles: roles })
        tx.publish(AccountChanged, { workspaceId: null, data: { account, change: 'admin' } })
        await audit.record({ ...actorOf(principal), action: 'admin.created', ...target(account.id) })
        return account
      })
      return reply(201, { admin: shownAdmin(created) })
    }),

    handle(updateAdmin, async ({ params: { adminId }, body: { roles, password }, principal }) => {
      const passwordHash = password === undefined ? null : await passwords.hash(password)
      const updated = await db.transaction(async (tx) => {
        const known = await accounts.getAdmin(adminId)
        const account = roles ? await replaceRoles(tx, known, roles) : known
        if (passwordHash) {
          await accounts.setPassword(adminId, passwordHash)
          await opener.endAll(adminId)
        }
        tx.publish(AccountChanged, { workspaceId: null, data: { account, change: 'admin' } })
        await audit.record({ ...actorOf(principal), action: 'admin.updated', ...target(adminId) })
        return account
      })
      return reply(200, { admin: shownAdmin(updated) })
    }),
  ]
}

export const shownAdmin = ({ id, email, adminRoles, createdAt }: StoredAccount) => ({
  id,
  email,
  roles: adminRoles,
  createdAt: iso(createdAt),
})
