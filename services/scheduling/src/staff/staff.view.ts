import { iso } from '@wp/kernel'
import { parseFieldValues } from '../fields/field.rules.ts'
import type { Staff } from './staff.contract.ts'
import type { StoredStaff } from './staff.store.ts'

/** Converts a staff member for replies and events. */
export const toStaff = (stored: StoredStaff): Staff => {
  const { id, workspaceId, name, email, roleId, phone, avatarUrl, workingHours, serviceIds } = stored
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
    serviceIds: serviceIds ?? null,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}
