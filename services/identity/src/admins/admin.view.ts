import { iso } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'

export const toAdmin = ({ id, email, adminRoles, createdAt }: StoredAccount) => ({
  id,
  email,
  roles: adminRoles,
  createdAt: iso(createdAt),
})
