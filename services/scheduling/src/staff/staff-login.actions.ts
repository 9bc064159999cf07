import { AppError, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { defineSaga } from '@wp/mongo'
import type { SchedulingDeps } from '../deps.ts'
import { mergeFieldValues, parseFieldValues, toStoredValues } from '../fields/field.rules.ts'
import type { StaffChanges } from './staff.contract.ts'
import { publishStaffAudit, publishStaffChanged, publishStaffRemoved } from './staff.events.ts'
import { loginRecords } from './staff.store.ts'
import type { Creation, StaffProfile, StoredStaff } from './staff.store.ts'

export type StaffLoginDeps = Pick<
  SchedulingDeps,
  | 'db'
  | 'staff'
  | 'fields'
  | 'offeredServices'
  | 'calendarFeeds'
  | 'accounts'
  | 'billing'
  | 'clock'
  | 'logger'
>

/** The changes of a `changing` step. Steps stored by old versions have merged `fieldValues` instead of `answers`. */
type WantedChanges = Partial<StaffProfile> & { answers?: NonNullable<StaffChanges['fieldValues']> }

/**
 * Adds a profile in scheduling, an account in identity and a seat in admin-billing. Returns the member if the same
 * keyed request has already created it.
 */
export const joinStaff = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  creation: Creation,
  toProfile: (id: Id) => StaffProfile,
): Promise<StoredStaff> => {
  const joining = await startJoining(deps, workspaceId, creation, toProfile)
  return joining.isJoined ? joining : loginSaga.run(deps, joining, () => completeJoining(deps, joining))
}

/** Changes the account in identity, then the profile. */
export const changeLogin = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id,
  { fieldValues: answers, ...changes }: StaffChanges,
): Promise<StoredStaff> => {
  const wanted: WantedChanges = { ...changes, ...(answers && { answers }) }
  const changing = await startStep(deps, member, 'changing', actorId, JSON.stringify(wanted))
  return loginSaga.run(deps, changing, () => completeChanging(deps, changing))
}

/** Removes the account in identity, then the profile, then the seat in admin-billing. */
export const endMembership = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id,
): Promise<void> => {
  const leaving = await startStep(deps, member, 'leaving', actorId, null)
  const freeing = await loginSaga.run(deps, leaving, () => completeLeaving(deps, leaving))
  await loginSaga.attempt(deps, freeing)
}

/**
 * Starts adding a member, or continues an overdue attempt with the same email. Returns a joined member if the same
 * keyed request created it.
 */
const startJoining = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  creation: Creation,
  toProfile: (id: Id) => StaffProfile,
): Promise<StoredStaff> => {
  const insert = (id = newId()) =>
    deps.staff.insertJoining(workspaceId, id, toProfile(id), {
      ...loginSaga.start(deps, 'joining'),
      ...creation,
    })
  try {
    return await insert()
  } catch (error) {
    const isEmail = error instanceof AppError && error.details?.some(({ path }) => path === 'email')
    if (!isEmail) throw error
    const { email } = toProfile(newId())
    const overdue = await loginSaga.takeOver(deps, workspaceId, { email, deletedAt: null, isJoined: false })
    if (!overdue) {
      const member = await deps.staff.findByEmail(workspaceId, email)
      if (!member?.isJoined) throw joinInProgress()
      if (creation.creationHash !== null && member.creationHash === creation.creationHash) return member
      throw new AppError('CONFLICT', 'A staff member with this email already exists', {
        cause: error,
        details: [{ path: 'email', message: 'already exists in this workspace' }],
      })
    }
    if (overdue.step === 'undoing') {
      await loginSaga.recover(deps, overdue)
      return insert()
    }
    const { stepUntil } = loginSaga.start(deps, 'joining')
    const continued = { ...toProfile(overdue.id), ...creation, stepUntil }
    const joining = await deps.staff.changeJoiningIf(overdue, continued)
    if (!joining) throw joinInProgress()
    return joining
  }
}

/** A rejection that is not stored for the Idempotency-Key, because the outcome is not known yet. */
const joinInProgress = (): AppError =>
  new AppError('UNAVAILABLE', 'Another request is adding a staff member with this email; try again', {
    retryAfterSeconds: 1,
  })

/** Starts a step after completing or undoing an overdue earlier one. */
const startStep = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  step: 'changing' | 'leaving',
  actorId: Id,
  wanted: string | null,
): Promise<StoredStaff> => {
  const { workspaceId, id } = member
  const overdue = await loginSaga.takeOver(deps, workspaceId, { id, deletedAt: null, isJoined: true })
  if (overdue) {
    await loginSaga.recover(deps, overdue)
    await deps.staff.get(workspaceId, id)
  }
  const started = { ...loginSaga.start(deps, step), actorId, wanted }
  return (await deps.staff.startIf(member, started)) ?? takenOver()
}

const completeJoining = async (deps: StaffLoginDeps, joining: StoredStaff): Promise<StoredStaff> => {
  const { id, workspaceId, actorId } = joining
  const key = seatKey(id)
  await deps.billing.reserveQuota({ workspaceId, key, quota: 'staff', amount: 1, service: 'scheduling' })
  await upsertAccount(deps, joining, joining)
  await deps.billing.commitQuota({ workspaceId, key })
  return deps.db.transaction(async (tx) => {
    const joined = (await deps.staff.finishJoiningIf(joining)) ?? takenOver()
    publishStaffChanged(tx, 'created', joined)
    publishStaffAudit(tx, joined, 'staff.created', actorId)
    return joined
  })
}

const undoJoining = async (deps: StaffLoginDeps, undoing: StoredStaff): Promise<void> => {
  const { id, workspaceId, stepVersion: version } = undoing
  await deps.accounts.removeStaffAccount({ workspaceId, staffId: id, version })
  await deps.billing.releaseQuota({ workspaceId, key: seatKey(id) })
  await deps.staff.removeJoiningIf(undoing)
}

const completeChanging = async (deps: StaffLoginDeps, changing: StoredStaff): Promise<StoredStaff> => {
  const { answers, ...wanted } = parseWanted(changing)
  await upsertAccount(deps, changing, { ...changing, ...wanted })
  return finishChanging(deps, changing, async () => {
    const member = await deps.staff.get(changing.workspaceId, changing.id)
    return { ...wanted, ...(answers && (await mergeAnswers(deps, member, answers))) }
  })
}

/**
 * Applies only the new role and email, in identity and in the profile, and drops the rest of the change. Runs
 * when the previous role no longer exists, because the change then cannot be undone, and completing all of it
 * may fail again.
 */
const settle = async (deps: StaffLoginDeps, settling: StoredStaff): Promise<void> => {
  const { roleId = settling.roleId, email = settling.email } = parseWanted(settling)
  await upsertAccount(deps, settling, { ...settling, roleId, email }, { restores: true })
  await finishChanging(deps, settling, async () => ({ roleId, email }))
}

const finishChanging = (
  { db, staff }: StaffLoginDeps,
  changing: StoredStaff,
  toProfile: () => Promise<Partial<StaffProfile>>,
): Promise<StoredStaff> =>
  db.transaction(async (tx) => {
    const profile = await toProfile()
    const changed = (await staff.finishChangingIf(changing, profile)) ?? takenOver()
    publishStaffChanged(tx, 'updated', changed, profile)
    publishStaffAudit(tx, changed, 'staff.updated', changing.actorId)
    return changed
  })

const parseWanted = ({ wanted }: StoredStaff): WantedChanges => JSON.parse(wanted ?? '{}') as WantedChanges

/** Merges answers into those of a member that was read in the same transaction. */
export const mergeAnswers = async (
  { fields }: Pick<StaffLoginDeps, 'fields'>,
  member: StoredStaff,
  given: NonNullable<StaffChanges['fieldValues']>,
) => {
  const definitions = await fields.listDefinitions(member.workspaceId, 'staff')
  const values = mergeFieldValues(definitions, parseFieldValues(member), given)
  return toStoredValues(member.id, definitions, values)
}

/** Returns the removed member, whose seat has not been freed yet. */
const completeLeaving = async (deps: StaffLoginDeps, leaving: StoredStaff): Promise<StoredStaff> => {
  const { id, workspaceId, stepVersion: version, actorId } = leaving
  // Steps stored by old versions have no actor; identity rejects an empty one.
  await deps.accounts.removeStaffAccount({ workspaceId, staffId: id, version, actorAccountId: actorId ?? '' })
  return deps.db.transaction(async (tx) => {
    const removed = (await deps.staff.finishLeavingIf(leaving, deps.clock.now())) ?? takenOver()
    await deps.calendarFeeds.removeIf(workspaceId, id)
    publishStaffRemoved(tx, removed)
    publishStaffAudit(tx, removed, 'staff.removed', actorId)
    return removed
  })
}

/** Restores the account in identity from the unchanged profile. */
const revert = async (deps: StaffLoginDeps, reverting: StoredStaff): Promise<void> => {
  await upsertAccount(deps, reverting, reverting, { restores: true })
  await loginRecords.end(deps.db, reverting)
}

const freeSeat = async ({ db, billing }: StaffLoginDeps, freeing: StoredStaff): Promise<void> => {
  await billing.releaseQuota({ workspaceId: freeing.workspaceId, key: seatKey(freeing.id) })
  await loginRecords.end(db, freeing)
}

const loginSaga = defineSaga({
  name: 'staff login',
  records: loginRecords,
  stepOf: loginRecords.stepOf,
  steps: {
    joining: { complete: completeJoining, undo: 'undoing' },
    undoing: { complete: undoJoining },
    changing: { complete: completeChanging, undo: 'reverting' },
    // If identity refuses a removal, it still has the member, so nothing needs to be restored.
    leaving: { complete: completeLeaving, undo: 'reverting', onRefusal: 'end' },
    // If the previous role no longer exists, the removal is repeated, or the new role and email are kept.
    reverting: { complete: revert, onRefusal: ({ wanted }) => (wanted === null ? 'leaving' : 'settling') },
    settling: { complete: settle, onRefusal: 'end' },
    freeing: { complete: freeSeat },
  },
})

/** Completes or undoes overdue steps. Called by the recovery job. */
export const recoverStaffLogins = (deps: StaffLoginDeps): Promise<void> => loginSaga.recoverOverdue(deps)

const upsertAccount = (
  { accounts }: StaffLoginDeps,
  { workspaceId, id, stepVersion: version, actorId: actorAccountId }: StoredStaff,
  { name, email, roleId, phone }: StaffProfile,
  { restores = false } = {},
) =>
  accounts.upsertStaffAccount({
    workspaceId,
    staffId: id,
    name,
    email,
    roleId,
    phone,
    actorAccountId,
    version,
    restores,
  })

const takenOver = (): never => {
  throw new AppError('CONFLICT', 'Another request is changing this staff member; try again', {
    retryAfterSeconds: 1,
  })
}

const seatKey = (staffId: Id): string => `scheduling/staff/${staffId}`
