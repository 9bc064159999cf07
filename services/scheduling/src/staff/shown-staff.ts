import { iso } from '@wp/kernel'
import type { KeptValue } from '../fields/field.rules.ts'
import type { Staff } from './staff.contract.ts'
import type { StoredStaff } from './staff.store.ts'

/** The answers of a staff member, as they were given. */
export const answersOf = ({ fieldValues }: { fieldValues: string }): KeptValue[] =>
  JSON.parse(fieldValues) as KeptValue[]

/** A staff member as replies and events show them. */
export const shownStaff = (stored: StoredStaff): Staff => {
  const { id, workspaceId, name, email, roleId, phone, avatarUrl, workingHours } = stored
  return {
    id,
    workspaceId,
    name,
    email,
    roleId,
    phone,
    avatarUrl,
    fieldValues: answersOf(stored).map(({ fieldKey, value }) => ({ fieldKey, value })),
    workingHours,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}
