import { AppError, newId } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'
import { publishStaffAudit, publishStaffChanged, publishStaffRemoved } from './staff.events.ts'
import type { StaffProfile, Step, StoredStaff } from './staff.store.ts'

/**
 * Joining, changing the login and leaving: the profile here, the account at identity and the seat at admin-billing.
 * Each step is written down before the others are asked, with a version that identity compares. Nobody knows what became
 * of a call that was not answered, so a step that fails is undone under a greater version, after which the call has no
 * effect any more, however late it arrives. What cannot be undone now is left to `completeOverdueSteps`.
 */
export type StaffLoginDeps = Pick<
  SchedulingDeps,
  'db' | 'staff' | 'calendarFeeds' | 'accounts' | 'billing' | 'clock' | 'logger'
>

/** Longer than any request may take, so that nobody takes over a step that is still under way. */
const stepMs = 20_000
/** How long the job leaves a step that it could not complete. */
const retryMs = 1_000

export const joinStaff = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  actorId: Id,
  toProfile: (id: Id) => StaffProfile,
): Promise<StoredStaff> => {
  const joining = await beginJoining(deps, workspaceId, actorId, toProfile)
  return undoOnFailure(
    deps,
    () => completeJoining(deps, joining),
    () => undoJoining(deps, joining),
  )
}

export const changeLogin = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id,
  wanted: Partial<StaffProfile>,
): Promise<StoredStaff> => {
  const changing = await beginStep(deps, member, {
    step: 'changing',
    actorId,
    wanted: JSON.stringify(wanted),
  })
  return undoOnFailure(
    deps,
    () => completeChanging(deps, changing),
    () => revert(deps, changing),
  )
}

export const endMembership = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  actorId: Id,
): Promise<void> => {
  const leaving = await beginStep(deps, member, { step: 'leaving', actorId, wanted: null })
  const freeing = await undoOnFailure(
    deps,
    () => completeLeaving(deps, leaving),
    () => revert(deps, leaving),
  )
  await leaveToJob(deps, () => freeSeat(deps, freeing))
}

/** Takes what is overdue, one after the other, until nothing is left that can be completed now. */
export const completeOverdueSteps = async (deps: StaffLoginDeps): Promise<void> => {
  for (let count = 0; count < 100; count += 1) {
    const member = await deps.staff.takeOverdue(deps.clock.now(), after(deps.clock, stepMs))
    if (!member) return
    await leaveToJob(deps, () =>
      completeStep(deps, member).catch(async (error: unknown) => {
        await deps.staff.leaveIf(member, after(deps.clock, retryMs))
        throw error
      }),
    )
  }
}

/** Completes a step that was taken over, or undoes it where it is refused. */
const completeStep = async (deps: StaffLoginDeps, member: StoredStaff): Promise<void> => {
  switch (member.step) {
    case 'joining':
      await completeJoining(deps, member).catch(onRefusal(() => undoJoining(deps, member)))
      return
    case 'changing':
      await completeChanging(deps, member).catch(onRefusal(() => revert(deps, member)))
      return
    case 'leaving':
      await completeLeaving(deps, member).catch(onRefusal(() => revert(deps, member)))
      return
    case 'undoing':
      return undoJoining(deps, member)
    case 'reverting':
      return revert(deps, member).catch(onRefusal(() => turnForward(deps, member)))
    case 'freeing':
      return freeSeat(deps, member)
    case null:
  }
}

/** The record of a joining: a new one, or one that was left under the same email. */
const beginJoining = async (
  deps: StaffLoginDeps,
  workspaceId: Id,
  actorId: Id,
  toProfile: (id: Id) => StaffProfile,
): Promise<StoredStaff> => {
  const { staff, clock } = deps
  const insert = (id = newId()) =>
    staff.insertJoining(workspaceId, actorId, id, toProfile(id), after(clock, stepMs))
  try {
    return await insert()
  } catch (error) {
    const isEmail = error instanceof AppError && error.details?.some(({ path }) => path === 'email')
    if (!isEmail) throw error
    const left = await staff.takeLeftJoiningIf(workspaceId, toProfile(newId()).email, clock.now())
    if (!left)
      throw new AppError('CONFLICT', 'email is on the staff already: use another', {
        cause: error,
        details: [{ path: 'email', message: 'is on the staff of this workspace already' }],
      })
    if (left.step === 'undoing') {
      await undoJoining(deps, left)
      return insert()
    }
    const changes = { ...toProfile(left.id), actorId, stepUntil: after(clock, stepMs) }
    return (await staff.changeJoiningIf(left, changes)) ?? overtaken()
  }
}

const completeJoining = async (deps: StaffLoginDeps, joining: StoredStaff): Promise<StoredStaff> => {
  const { id, workspaceId, actorId } = joining
  const key = seatKey(id)
  await deps.billing.reserveQuota({ workspaceId, key, quota: 'staff', amount: 1, service: 'scheduling' })
  await upsertAccount(deps, joining, joining)
  await deps.billing.commitQuota({ workspaceId, key })
  return deps.db.transaction(async (tx) => {
    const joined = (await deps.staff.finishJoiningIf(joining)) ?? overtaken()
    publishStaffChanged(tx, joined)
    publishStaffAudit(tx, joined, 'staff.created', actorId)
    return joined
  })
}

const undoJoining = async (deps: StaffLoginDeps, member: StoredStaff): Promise<void> => {
  const undoing = await turnBack(deps, member, 'undoing')
  if (!undoing) return
  const { id, workspaceId, stepVersion: version } = undoing
  await leaveOnFailure(deps, undoing, async () => {
    await deps.accounts.removeStaffAccount({ workspaceId, staffId: id, version })
    await deps.billing.releaseQuota({ workspaceId, key: seatKey(id) })
    await deps.staff.eraseIf(undoing)
  })
}

const completeChanging = async (deps: StaffLoginDeps, changing: StoredStaff): Promise<StoredStaff> => {
  const wanted = JSON.parse(changing.wanted ?? '{}') as Partial<StaffProfile>
  await upsertAccount(deps, changing, { ...changing, ...wanted })
  return deps.db.transaction(async (tx) => {
    const changed = (await deps.staff.finishChangingIf(changing, wanted)) ?? overtaken()
    publishStaffChanged(tx, changed)
    publishStaffAudit(tx, changed, 'staff.updated', changing.actorId)
    return changed
  })
}

/** Gives the member whose seat is to be freed. */
const completeLeaving = async (deps: StaffLoginDeps, leaving: StoredStaff): Promise<StoredStaff> => {
  const { id, workspaceId, stepVersion: version, actorId } = leaving
  // The actor of a step from before steps kept theirs is nobody, who may not.
  await deps.accounts.removeStaffAccount({ workspaceId, staffId: id, version, actorAccountId: actorId ?? '' })
  return deps.db.transaction(async (tx) => {
    const removed = (await deps.staff.finishLeavingIf(leaving, deps.clock.now())) ?? overtaken()
    await deps.calendarFeeds.removeIf(workspaceId, id)
    publishStaffRemoved(tx, removed)
    publishStaffAudit(tx, removed, 'staff.removed', actorId)
    return removed
  })
}

/** Puts the login back as the profile says. */
const revert = async (deps: StaffLoginDeps, member: StoredStaff): Promise<void> => {
  const reverting = await turnBack(deps, member, 'reverting')
  if (!reverting) return
  await leaveOnFailure(deps, reverting, async () => {
    await upsertAccount(deps, reverting, reverting, { restores: true })
    await deps.staff.endStepIf(reverting)
  })
}

/** What cannot be put back, since the role of before is gone, is completed after all. */
const turnForward = ({ staff, clock }: StaffLoginDeps, reverting: StoredStaff) =>
  staff.turnIf(reverting, reverting.wanted === null ? 'leaving' : 'changing', clock.now())

const freeSeat = async ({ staff, billing }: StaffLoginDeps, freeing: StoredStaff): Promise<void> => {
  await billing.releaseQuota({ workspaceId: freeing.workspaceId, key: seatKey(freeing.id) })
  await staff.endStepIf(freeing)
}

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

/** Begins a step after whatever was left of an earlier one is completed. */
const beginStep = async (
  deps: StaffLoginDeps,
  member: StoredStaff,
  begun: { step: Step; actorId: Id; wanted: string | null },
): Promise<StoredStaff> => {
  const { workspaceId, id } = member
  const left = await deps.staff.takeLeftIf(workspaceId, id, deps.clock.now())
  if (left) {
    await completeStep(deps, left)
    await deps.staff.get(workspaceId, id)
  }
  return (await deps.staff.beginIf(member, { ...begun, stepUntil: after(deps.clock, stepMs) })) ?? overtaken()
}

/** The step that undoes a member's; null when somebody else has taken it over. */
const turnBack = async (
  { staff, clock }: StaffLoginDeps,
  member: StoredStaff,
  step: Step,
): Promise<StoredStaff | null> =>
  member.step === step ? member : staff.turnIf(member, step, after(clock, stepMs))

/** What fails is from then on anyone's to complete. */
const leaveOnFailure = async (
  { staff, clock }: StaffLoginDeps,
  member: StoredStaff,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work()
  } catch (error) {
    await staff.leaveIf(member, clock.now())
    throw error
  }
}

const undoOnFailure = async <Result>(
  deps: StaffLoginDeps,
  work: () => Promise<Result>,
  undo: () => Promise<void>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    await leaveToJob(deps, undo)
    throw error
  }
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

const overtaken = (): never => {
  throw new AppError('CONFLICT', 'The staff member is being changed by somebody else; try again')
}

const after = (clock: Clock, ms: number): Date => new Date(clock.now().getTime() + ms)

const seatKey = (staffId: Id): string => `scheduling/staff/${staffId}`
