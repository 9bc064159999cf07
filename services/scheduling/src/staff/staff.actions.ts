import type { Id } from '@wp/kernel'
import { onConflict } from '@wp/mongo'
import type { SchedulingDeps } from '../deps.ts'
import {
  checkRequired,
  mergeFieldValues,
  parseFieldValues,
  toStoredValues,
  toUniqueFieldError,
} from '../fields/field.rules.ts'
import { changeLogin, endMembership, joinStaff } from './staff-login.actions.ts'
import type { StaffLoginDeps } from './staff-login.actions.ts'
import type { NewStaff, StaffChanges } from './staff.contract.ts'
import { publishStaffChanged } from './staff.events.ts'
import { changesLogin } from './staff.rules.ts'
import type { StaffProfile, StoredStaff } from './staff.store.ts'

type StaffDeps = StaffLoginDeps & Pick<SchedulingDeps, 'fields'>

/**
 * Adds a staff member: a profile in scheduling, an account and invitation in identity, and a seat in admin-billing.
 */
export const createStaff = async (
  deps: StaffDeps,
  workspaceId: Id,
  actorId: Id,
  { fieldValues, ...profile }: NewStaff,
): Promise<StoredStaff> => {
  const definitions = await deps.fields.list(workspaceId, 'staff')
  const values = mergeFieldValues(definitions, [], fieldValues)
  checkRequired(definitions, values)
  const toProfile = (id: Id) => ({ ...profile, ...toStoredValues(id, definitions, values) })
  return onConflict(() => joinStaff(deps, workspaceId, actorId, toProfile), toUniqueFieldError)
}

/** Updates a profile. For a new role or email, it first changes the login in identity. */
export const updateStaff = async (
  deps: StaffDeps,
  workspaceId: Id,
  actorId: Id,
  id: Id,
  { fieldValues, ...body }: StaffChanges,
): Promise<StoredStaff> => {
  const before = await deps.staff.get(workspaceId, id)
  const changes = { ...body, ...(fieldValues && (await mergeValues(deps, before, fieldValues))) }
  const write = () =>
    changesLogin(before, body)
      ? changeLogin(deps, before, actorId, changes)
      : updateProfile(deps, before, changes)
  return onConflict(write, toUniqueFieldError)
}

export const deleteStaff = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  actorId: Id,
  id: Id,
): Promise<void> => endMembership(deps, await deps.staff.get(workspaceId, id), actorId)

const mergeValues = async (
  { fields }: StaffDeps,
  member: StoredStaff,
  given: NonNullable<StaffChanges['fieldValues']>,
) => {
  const definitions = await fields.list(member.workspaceId, 'staff')
  return toStoredValues(
    member.id,
    definitions,
    mergeFieldValues(definitions, parseFieldValues(member), given),
  )
}

const updateProfile = (
  { db, staff }: StaffDeps,
  { workspaceId, id }: StoredStaff,
  changes: Partial<StaffProfile>,
): Promise<StoredStaff> =>
  db.transaction(async (tx) => {
    const updated = await staff.update(workspaceId, id, changes)
    publishStaffChanged(tx, updated)
    return updated
  })
