import { AppError, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { AuditRecorded, StaffChanged, StaffRemoved } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { shownStaff } from './shown-staff.ts'
import type { StaffProfile, Step, StoredStaff } from './staff.store.ts'

type Parts = Pick<Scheduling, 'db' | 'staff' | 'calendarFeeds' | 'accounts' | 'billing' | 'clock' | 'logger'>

/** Longer than any request may take, so that nobody completes a step that is still under way. */
const stepMs = 20_000

/**
 * Joining, changing the login and leaving: the profile here, the account at identity and the seat at admin-billing.
 * Each step is written down before the others are asked, every call is repeatable by staff id, and what a crash leaves
 * is completed by `completeOverdue`. A refusal or an unreachable service leaves everything as it was.
 */
export const staffAccounts = (parts: Parts) => {
  const { db, staff, calendarFeeds, accounts, billing, clock, logger } = parts
  const until = () => new Date(clock.now().getTime() + stepMs)

  const told = (tx: Tx, member: StoredStaff, actorId: Id | null, action: string): void => {
    const { id: targetId, workspaceId } = member
    if (action === 'staff.removed') tx.publish(StaffRemoved, { workspaceId, data: { staffId: targetId } })
    else
      tx.publish(StaffChanged, {
        workspaceId,
        data: { staff: shownStaff(member) },
        aggregate: `staff:${targetId}`,
      })
    tx.publish(AuditRecorded, {
      workspaceId,
      data: { actorId, actorKind: actorId ? 'member' : 'system', action, targetType: 'staff', targetId },
      aggregate: `staff:${targetId}`,
    })
  }

  const ask = (member: StoredStaff, profile: StaffProfile, actorAccountId: Id | null) =>
    accounts.upsertStaffAccount({
      workspaceId: member.workspaceId,
      staffId: member.id,
      name: profile.name,
      email: profile.email,
      roleId: profile.roleId,
      phone: profile.phone,
      actorAccountId,
    })

  const completeJoining = async (member: StoredStaff, actorId: Id | null): Promise<StoredStaff> => {
    const { id, workspaceId } = member
    const key = seatKey(id)
    await billing.reserveQuota({ workspaceId, key, quota: 'staff', amount: 1, service: 'scheduling' })
    await ask(member, member, actorId)
    await billing.commitQuota({ workspaceId, key })
    return db.transaction(async (tx) => {
      const joined = await staff.finishJoining(workspaceId, id)
      if (!joined) throw new AppError('CONFLICT', 'The staff member was completed by somebody else')
      told(tx, joined, actorId, 'staff.created')
      return joined
    })
  }

  const undoJoining = async ({ id, workspaceId }: StoredStaff): Promise<void> => {
    await staff.turn(workspaceId, id, 'undoing', clock.now())
    await accounts.removeStaffAccount({ workspaceId, staffId: id })
    await billing.releaseQuota({ workspaceId, key: seatKey(id) })
    await staff.erase(workspaceId, id)
  }

  const completeChanging = async (member: StoredStaff, actorId: Id | null): Promise<StoredStaff> => {
    const wanted = JSON.parse(member.wanted ?? '{}') as Partial<StaffProfile>
    await ask(member, { ...member, ...wanted }, actorId)
    return db.transaction(async (tx) => {
      const changed = await staff.finishChanging(member.workspaceId, member.id, wanted)
      if (!changed) throw notFound('Staff member')
      told(tx, changed, actorId, 'staff.updated')
      return changed
    })
  }

  const revertChanging = async (member: StoredStaff): Promise<void> => {
    await staff.turn(member.workspaceId, member.id, 'reverting', clock.now())
    await ask(member, member, null)
    await staff.endStep(member.workspaceId, member.id)
  }

  const freeSeat = async ({ id, workspaceId }: StoredStaff): Promise<void> => {
    await billing.releaseQuota({ workspaceId, key: seatKey(id) })
    await staff.endStep(workspaceId, id)
  }

  const endLogin = ({ id, workspaceId }: StoredStaff) =>
    accounts.removeStaffAccount({ workspaceId, staffId: id })

  /** The login is gone: there is no way back, only forward. */
  const completeLeaving = async (member: StoredStaff, actorId: Id | null): Promise<void> => {
    const { id, workspaceId } = member
    await db.transaction(async (tx) => {
      const removed = await staff.finishLeaving(workspaceId, id, clock.now())
      if (!removed) throw notFound('Staff member')
      await calendarFeeds.remove(workspaceId, id)
      told(tx, removed, actorId, 'staff.removed')
    })
    await quietly(() => freeSeat(member))
  }

  /** What fails here is written down as a step, and tried again by the job. */
  const quietly = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      logger.warn({ err: error }, 'a step of a staff member is left to the job')
    }
  }

  /** The record of a joining: a new one, or one that a crash has left under the same email. */
  const beginJoining = async (workspaceId: Id, profile: (id: Id) => StaffProfile): Promise<StoredStaff> => {
    const id = newId()
    try {
      return await staff.insertJoining(workspaceId, id, profile(id), until())
    } catch (error) {
      const isEmail = error instanceof AppError && error.details?.some(({ path }) => path === 'email')
      if (!isEmail) throw error
      const left = await staff.takeJoining(workspaceId, profile(id).email, clock.now(), until())
      if (!left)
        throw new AppError('CONFLICT', 'email is on the staff already', { ...takenEmail, cause: error })
      return (await staff.changeJoining(workspaceId, left.id, profile(left.id))) ?? left
    }
  }

  const began = async (
    member: StoredStaff,
    step: Step,
    wanted?: Partial<StaffProfile>,
  ): Promise<StoredStaff> => {
    const times = { step, stepUntil: until(), now: clock.now() }
    const started = await staff.begin(member.workspaceId, member.id, times, wanted)
    if (!started)
      throw new AppError('CONFLICT', 'The staff member is being changed by somebody else; try again')
    return started
  }

  const complete: Record<Step, (member: StoredStaff) => Promise<unknown>> = {
    joining: (member) => completeJoining(member, null).catch(onRefusal(() => undoJoining(member))),
    undoing: undoJoining,
    changing: (member) => completeChanging(member, null).catch(onRefusal(() => revertChanging(member))),
    reverting: revertChanging,
    leaving: async (member) => {
      await endLogin(member)
      await completeLeaving(member, null)
    },
    freeing: freeSeat,
  }

  return {
    join: async (workspaceId: Id, actorId: Id, profile: (id: Id) => StaffProfile): Promise<StoredStaff> => {
      const member = await beginJoining(workspaceId, profile)
      try {
        return await completeJoining(member, actorId)
      } catch (error) {
        await quietly(() => undoJoining(member))
        throw error
      }
    },

    change: async (member: StoredStaff, actorId: Id, wanted: Partial<StaffProfile>): Promise<StoredStaff> => {
      const changing = await began(member, 'changing', wanted)
      try {
        return await completeChanging(changing, actorId)
      } catch (error) {
        await quietly(() => revertChanging(member))
        throw error
      }
    },

    leave: async (member: StoredStaff, actorId: Id): Promise<void> => {
      const leaving = await began(member, 'leaving')
      try {
        await endLogin(leaving)
      } catch (error) {
        const { workspaceId, id, step } = member
        await quietly(() =>
          step === 'reverting'
            ? staff.turn(workspaceId, id, step, clock.now())
            : staff.endStep(workspaceId, id),
        )
        throw error
      }
      await completeLeaving(leaving, actorId)
    },

    /** The job: takes what is overdue, one after the other, until nothing is left that can be completed now. */
    completeOverdue: async (): Promise<void> => {
      for (let count = 0; count < 100; count += 1) {
        const member = await staff.takeOverdue(clock.now(), until())
        if (!member?.step) return
        const { step } = member
        await quietly(() => complete[step](member))
      }
    },
  }
}

const seatKey = (staffId: Id): string => `scheduling/staff/${staffId}`

const takenEmail = { details: [{ path: 'email', message: 'is on the staff of this workspace already' }] }

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500

const onRefusal =
  (then: () => Promise<unknown>) =>
  async (error: unknown): Promise<void> => {
    if (!isRefusal(error)) throw error
    await then()
  }
