import { AppError, newId } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'
import { publishStaffAudit, publishStaffChanged, publishStaffRemoved } from './staff.events.ts'
import type { StaffProfile, Step, StoredStaff } from './staff.store.ts'

/**
 * Joining, changing the login and leaving: the profile here, the account at identity and the seat at admin-billing.
 * Each step is written down before the others are asked, every call is repeatable by staff id, and what a crash leaves
 * is completed by `completeOverdueSteps`. A refusal or an unreachable service leaves everything as it was.
 */
export type StaffLoginDeps = Pick<
  SchedulingDeps,
  'db' | 'staff' | 'calendarFeeds' | 'accounts' | 'billing' | 'clock' | 'logger'
>

/** Longer than any request may take, so that nobody completes a step that is still under way. */
const stepMs = 20_000

export const joinStaff = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  actorId: Id,
  toProfile: (id: Id) => StaffProfile,
): Promise<StoredStaff> => {
  const member = await beginJoining(deps, workspaceId, toProfile)
  try {
    return await completeJoining(deps, member, actorId)
  } catch (error) {
    await leaveToJob(deps, () => undoJoining(deps, member))
    throw error
  }
}

export const changeLogin = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id,
  wanted: Partial<StaffProfile>,
): Promise<StoredStaff> => {
  const changing = await beginStep(deps, member, 'changing', wanted)
  try {
    return await completeChanging(deps, changing, actorId)
  } catch (error) {
    await leaveToJob(deps, () => revertChanging(deps, member))
    throw error
  }
}

export const endMembership = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id,
): Promise<void> => {
  const leaving = await beginStep(deps, member, 'leaving')
  try {
    await endLogin(deps, leaving)
  } catch (error) {
    await leaveToJob(deps, () => resumeEarlierStep(deps, member))
    throw error
  }
  await completeLeaving(deps, leaving, actorId)
}

/** Takes what is overdue, one after the other, until nothing is left that can be completed now. */
export const completeOverdueSteps = async (deps: StaffLoginDeps): Promise<void> => {
  for (let count = 0; count < 100; count += 1) {
    const member = await deps.staff.takeOverdue(deps.clock.now(), stepEnd(deps.clock))
    if (!member?.step) return
    const complete = completions[member.step]
    await leaveToJob(deps, () => complete(deps, member))
  }
}

const completions: Record<Step, (deps: StaffLoginDeps, member: StoredStaff) => Promise<unknown>> = {
  joining: (deps, member) =>
    completeJoining(deps, member, null).catch(onRefusal(() => undoJoining(deps, member))),
  undoing: (deps, member) => undoJoining(deps, member),
  changing: (deps, member) =>
    completeChanging(deps, member, null).catch(onRefusal(() => revertChanging(deps, member))),
  reverting: (deps, member) => revertChanging(deps, member),
  leaving: async (deps, member) => {
    await endLogin(deps, member)
    await completeLeaving(deps, member, null)
  },
  freeing: (deps, member) => freeSeat(deps, member),
}

/** The record of a joining: a new one, or one that a crash has left under the same email. */
const beginJoining = async (
  { staff, clock }: StaffLoginDeps,
  workspaceId: Id,
  toProfile: (id: Id) => StaffProfile,
): Promise<StoredStaff> => {
  const id = newId()
  try {
    return await staff.insertJoining(workspaceId, id, toProfile(id), stepEnd(clock))
  } catch (error) {
    const isEmail = error instanceof AppError && error.details?.some(({ path }) => path === 'email')
    if (!isEmail) throw error
    const left = await staff.takeJoiningIf(workspaceId, toProfile(id).email, clock.now(), stepEnd(clock))
    if (left) return staff.changeJoining(workspaceId, left.id, toProfile(left.id))
    throw new AppError('CONFLICT', 'email is on the staff already', {
      cause: error,
      details: [{ path: 'email', message: 'is on the staff of this workspace already' }],
    })
  }
}

const completeJoining = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id | null,
): Promise<StoredStaff> => {
  const { id, workspaceId } = member
  const key = seatKey(id)
  await deps.billing.reserveQuota({ workspaceId, key, quota: 'staff', amount: 1, service: 'scheduling' })
  await upsertAccount(deps, member, member, actorId)
  await deps.billing.commitQuota({ workspaceId, key })
  return deps.db.transaction(async (tx) => {
    const joined = await deps.staff.finishJoiningIf(workspaceId, id)
    if (!joined) throw new AppError('CONFLICT', 'The staff member was completed by somebody else')
    publishStaffChanged(tx, joined)
    publishStaffAudit(tx, joined, 'staff.created', actorId)
    return joined
  })
}

const undoJoining = async (
  { staff, accounts, billing, clock }: StaffLoginDeps,
  { id, workspaceId }: StoredStaff,
): Promise<void> => {
  await staff.turnIf(workspaceId, id, 'undoing', clock.now())
  await accounts.removeStaffAccount({ workspaceId, staffId: id })
  await billing.releaseQuota({ workspaceId, key: seatKey(id) })
  await staff.eraseIf(workspaceId, id)
}

const completeChanging = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id | null,
): Promise<StoredStaff> => {
  const wanted = JSON.parse(member.wanted ?? '{}') as Partial<StaffProfile>
  await upsertAccount(deps, member, { ...member, ...wanted }, actorId)
  return deps.db.transaction(async (tx) => {
    const changed = await deps.staff.finishChanging(member.workspaceId, member.id, wanted)
    publishStaffChanged(tx, changed)
    publishStaffAudit(tx, changed, 'staff.updated', actorId)
    return changed
  })
}

const revertChanging = async (deps: StaffLoginDeps, member: StoredStaff): Promise<void> => {
  await deps.staff.turnIf(member.workspaceId, member.id, 'reverting', deps.clock.now())
  await upsertAccount(deps, member, member, null)
  await deps.staff.endStepIf(member.workspaceId, member.id)
}

/** The login is gone: there is no way back, only forward. */
const completeLeaving = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id | null,
): Promise<void> => {
  const { id, workspaceId } = member
  await deps.db.transaction(async (tx) => {
    const removed = await deps.staff.finishLeaving(workspaceId, id, deps.clock.now())
    await deps.calendarFeeds.removeIf(workspaceId, id)
    publishStaffRemoved(tx, removed)
    publishStaffAudit(tx, removed, 'staff.removed', actorId)
  })
  await leaveToJob(deps, () => freeSeat(deps, member))
}

/** A leaving that failed gives way to the step that it interrupted. */
const resumeEarlierStep = ({ staff, clock }: StaffLoginDeps, { workspaceId, id, step }: StoredStaff) =>
  step === 'reverting' ? staff.turnIf(workspaceId, id, step, clock.now()) : staff.endStepIf(workspaceId, id)

const freeSeat = async (
  { staff, billing }: StaffLoginDeps,
  { id, workspaceId }: StoredStaff,
): Promise<void> => {
  await billing.releaseQuota({ workspaceId, key: seatKey(id) })
  await staff.endStepIf(workspaceId, id)
}

const endLogin = ({ accounts }: StaffLoginDeps, { id, workspaceId }: StoredStaff) =>
  accounts.removeStaffAccount({ workspaceId, staffId: id })

const upsertAccount = (
  { accounts }: StaffLoginDeps,
  member: StoredStaff,
  { name, email, roleId, phone }: StaffProfile,
  actorAccountId: Id | null,
) =>
  accounts.upsertStaffAccount({
    workspaceId: member.workspaceId,
    staffId: member.id,
    name,
    email,
    roleId,
    phone,
    actorAccountId,
  })

const beginStep = async (
  { staff, clock }: StaffLoginDeps,
  member: StoredStaff,
  step: Step,
  wanted?: Partial<StaffProfile>,
): Promise<StoredStaff> => {
  const times = { step, stepUntil: stepEnd(clock), now: clock.now() }
  const begun = await staff.beginIf(member.workspaceId, member.id, times, wanted)
  if (!begun) throw new AppError('CONFLICT', 'The staff member is being changed by somebody else; try again')
  return begun
}

/** What fails here is written down as a step, and tried again by the job. */
const leaveToJob = async ({ logger }: StaffLoginDeps, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    logger.warn({ err: error }, 'a step of a staff member is left to the job')
  }
}

const onRefusal =
  (undo: () => Promise<unknown>) =>
  async (error: unknown): Promise<void> => {
    const isRefusal = error instanceof AppError && error.status < 500
    if (!isRefusal) throw error
    await undo()
  }

const stepEnd = (clock: Clock): Date => new Date(clock.now().getTime() + stepMs)

const seatKey = (staffId: Id): string => `scheduling/staff/${staffId}`
