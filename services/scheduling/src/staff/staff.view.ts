import { iso } from '@wp/kernel'
import { parseFieldValues } from '../fields/field.rules.ts'
import type { Staff } from './staff.contract.ts'
import type { StoredStaff } from './staff.store.ts'

/** A staff member as replies and events show them. */
export const toStaff = (stored: StoredStaff): Staff => {
  const { id, workspaceId, name, email, roleId, phone, avatarUrl, workingHours } = stored
  return {
    id,
    workspaceId,
    name,
    email,
    roleId,
    phone,
    avatarUrl,
    fieldValues: parseFieldValues(stored).map(({ fieldKey, value }) => ({ fieldKey, value })),
    workingHours,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}
