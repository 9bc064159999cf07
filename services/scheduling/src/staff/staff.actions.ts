import { notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { onConflict } from '@wp/mongo'
import { checkRequired, mergeFieldValues, toStoredValues, toUniqueFieldError } from '../fields/field.rules.ts'
import { changeLogin, endMembership, joinStaff, mergeAnswers } from './staff-login.actions.ts'
import type { StaffLoginDeps } from './staff-login.actions.ts'
import type { NewStaff, StaffChanges } from './staff.contract.ts'
import { publishStaffChanged } from './staff.events.ts'
import { changesLogin } from './staff.rules.ts'
import type { Creation, StoredStaff } from './staff.store.ts'

/**
 * Adds a staff member: a profile in scheduling, an account and invitation in identity, and a seat in admin-billing.
 */
export const createStaff = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  creation: Creation,
  { fieldValues, ...profile }: NewStaff,
): Promise<StoredStaff> => {
  await requireServices(deps, workspaceId, profile.serviceIds)
  const definitions = await deps.fields.listDefinitions(workspaceId, 'staff')
  const values = mergeFieldValues(definitions, [], fieldValues)
  checkRequired(definitions, values)
  const toProfile = (id: Id) => ({ ...profile, ...toStoredValues(id, definitions, values) })
  return onConflict(() => joinStaff(deps, workspaceId, creation, toProfile), toUniqueFieldError)
}

/** Updates a profile. For a new role or email, it first changes the login in identity. */
export const updateStaff = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  actorId: Id,
  id: Id,
  changes: StaffChanges,
): Promise<StoredStaff> => {
  await requireServices(deps, workspaceId, changes.serviceIds)
  return onConflict(
    async () =>
      (await updateProfileIf(deps, workspaceId, id, changes)) ??
      changeLogin(deps, await deps.staff.get(workspaceId, id), actorId, changes),
    toUniqueFieldError,
  )
}

/** Throws NOT_FOUND unless all services exist. One that is removed later stays listed and has no effect. */
const requireServices = async (
  { offeredServices }: StaffLoginDeps,
  workspaceId: Id,
  serviceIds: readonly Id[] | null | undefined,
): Promise<void> => {
  if (!serviceIds || serviceIds.length === 0) return
  const found = await offeredServices.listByIds(workspaceId, serviceIds)
  if (found.length < serviceIds.length) throw notFound('Service')
}

export const deleteStaff = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  actorId: Id,
  id: Id,
): Promise<void> => endMembership(deps, await deps.staff.get(workspaceId, id), actorId)

/**
 * Reads and updates the profile in one transaction. Returns null when the changes affect the login. The role and email
 * are never written here: another request may be changing them in identity.
 */
const updateProfileIf = (
  deps: StaffLoginDeps,
  workspaceId: Id,
  id: Id,
  { roleId, email, fieldValues, ...changes }: StaffChanges,
): Promise<StoredStaff | null> =>
  deps.db.transaction(async (tx) => {
    const member = await deps.staff.get(workspaceId, id)
    const answers = fieldValues && (await mergeAnswers(deps, member, fieldValues))
    if (changesLogin(member, { roleId, email })) return null
    const updated = await deps.staff.update(workspaceId, id, { ...changes, ...answers })
    publishStaffChanged(tx, 'updated', updated, changes)
    return updated
  })
