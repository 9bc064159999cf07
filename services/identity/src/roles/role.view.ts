import { withIsoTimes } from '@wp/kernel'
import type { StoredRole } from './role.store.ts'

export const toRole = (role: StoredRole) => withIsoTimes(role)
