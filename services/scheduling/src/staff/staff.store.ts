import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection, contains, trusted } from '@wp/mongo'
import type { Database, ExactCopies, TenantDoc } from '@wp/mongo'
import type { Staff } from './staff.contract.ts'

/** What is under way with identity and admin-billing; it is completed, or taken back, also after a crash. */
export type Step = 'joining' | 'undoing' | 'changing' | 'reverting' | 'leaving' | 'freeing'

export type StaffProfile = Pick<
  Staff,
  'name' | 'email' | 'roleId' | 'phone' | 'avatarUrl' | 'workingHours'
> & {
  /** JSON text of the field values. */
  fieldValues: string
  valueKeys: string[]
  uniqueKeys: string[]
}

type StaffRecord = StaffProfile & {
  workspaceId: Id
  isJoined: boolean
  deletedAt: Date | null
  step: Step | null
  /** Rises whenever somebody begins, turns or takes over a step: whoever holds an older one has lost it, here and at identity. */
  stepVersion: number
  /** On whose behalf: what they may do is checked again whenever the step is taken up. */
  actorId: Id | null
  /** Whoever began the step has until then; after it the step is anyone's to complete. */
  stepUntil: Date | null
  /** JSON text of the profile that `changing` leads to. */
  wanted: string | null
}
export type StoredStaff = TenantDoc<StaffRecord>

export const staffCollection = collection<StaffRecord>(
  'staff',
  'Staff member',
  {
    name: String,
    email: String,
    roleId: String,
    phone: String,
    avatarUrl: String,
    workingHours: Object,
    fieldValues: String,
    valueKeys: [String],
    uniqueKeys: [String],
    isJoined: Boolean,
    deletedAt: Date,
    step: String,
    stepVersion: Number,
    actorId: String,
    stepUntil: Date,
    wanted: String,
  },
  [
    { keys: { workspaceId: 1, deletedAt: 1, isJoined: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, email: 1 }, unique: true, partial: { deletedAt: null } },
    { keys: { workspaceId: 1, valueKeys: 1 } }, // filters by fields
    { keys: { workspaceId: 1, uniqueKeys: 1 }, unique: true },
    { keys: { stepUntil: 1 } }, // steps to complete, across workspaces
  ],
)

const present = { deletedAt: null, isJoined: true }
const done = { step: null, stepUntil: null, actorId: null, wanted: null }
const overdue = (now: Date) => ({ stepUntil: trusted({ $lte: now }) })

/** A step that comes and goes is no change of the member. */
const quietly = { keepsUpdatedAt: true }

/** Still the step that the caller holds. */
const held = ({ id, step, stepVersion }: StoredStaff) => ({ id, step, stepVersion })

/** Booking remembers who is there and how they are called: every change of that says so. */
export const staffStore = (db: Database, copies: ExactCopies) => {
  const staff = db.tenant(staffCollection)
  // The job completes steps across workspaces.
  const allStaff = db.global(staffCollection)
  return {
    list: (
      workspaceId: Id,
      valueKeys: string[],
      { search, ...query }: PageQuery & { search?: string | undefined },
    ) =>
      staff(workspaceId).page({
        filter: {
          ...present,
          ...(search && { $or: [{ name: contains(search) }, { email: contains(search) }] }),
          ...(valueKeys.length > 0 && { valueKeys: trusted({ $all: valueKeys }) }),
        },
        query,
      }),

    listByIds: (workspaceId: Id, ids: readonly Id[]) =>
      staff(workspaceId).find({ id: trusted({ $in: ids }), ...present }),
    find: (workspaceId: Id, id: Id) => staff(workspaceId).findOne({ id, ...present }),
    get: (workspaceId: Id, id: Id) => staff(workspaceId).get({ id, ...present }),

    insertJoining: (workspaceId: Id, actorId: Id, id: Id, profile: StaffProfile, stepUntil: Date) =>
      staff(workspaceId).insert({
        ...profile,
        id,
        isJoined: false,
        deletedAt: null,
        step: 'joining',
        stepVersion: 1,
        actorId,
        stepUntil,
        wanted: null,
      }),

    update: async (workspaceId: Id, id: Id, profile: Partial<StaffProfile>) => {
      await copies.change(workspaceId)
      return staff(workspaceId).update({ id, ...present }, profile)
    },

    /** Begins a step, unless another is there: then null. */
    beginIf: (
      { workspaceId, id }: StoredStaff,
      begun: { step: Step; actorId: Id; stepUntil: Date; wanted: string | null },
    ) =>
      staff(workspaceId).updateIf(
        { id, ...present, step: null },
        { $set: begun, $inc: { stepVersion: 1 } },
        quietly,
      ),

    /** Takes over a step that somebody began and left. */
    takeLeftIf: (workspaceId: Id, id: Id, now: Date) =>
      staff(workspaceId).updateIf({ id, ...present, ...overdue(now) }, { $inc: { stepVersion: 1 } }, quietly),
    /** The same for a joining under this email, or its undoing. */
    takeLeftJoiningIf: (workspaceId: Id, email: string, now: Date) =>
      staff(workspaceId).updateIf(
        { email, deletedAt: null, isJoined: false, ...overdue(now) },
        { $inc: { stepVersion: 1 } },
      ),
    /** Takes the step that has waited longest for somebody to complete it. */
    takeOverdue: (now: Date, stepUntil: Date) =>
      allStaff().updateIf(
        overdue(now),
        { $set: { stepUntil }, $inc: { stepVersion: 1 } },
        { sort: { stepUntil: 1 }, ...quietly },
      ),

    // Each of these gives null when the step is no longer the caller's.

    /** Goes on with a joining under another profile, on somebody else's behalf. */
    changeJoiningIf: (joining: StoredStaff, changes: StaffProfile & { actorId: Id; stepUntil: Date }) =>
      staff(joining.workspaceId).updateIf(held(joining), changes),
    /** Turns a step around: from joining to undoing it, from changing or leaving to reverting it, and back. */
    turnIf: (member: StoredStaff, step: Step, stepUntil: Date) =>
      staff(member.workspaceId).updateIf(
        held(member),
        { $set: { step, stepUntil }, $inc: { stepVersion: 1 } },
        quietly,
      ),
    /** Lets the step wait for somebody else. */
    leaveIf: (member: StoredStaff, stepUntil: Date) =>
      staff(member.workspaceId).updateIf(held(member), { stepUntil }, quietly),
    endStepIf: (member: StoredStaff) => staff(member.workspaceId).updateIf(held(member), done, quietly),
    finishJoiningIf: (joining: StoredStaff) =>
      staff(joining.workspaceId).updateIf(held(joining), { ...done, isJoined: true }),
    finishChangingIf: async (changing: StoredStaff, profile: Partial<StaffProfile>) => {
      await copies.change(changing.workspaceId)
      return staff(changing.workspaceId).updateIf(held(changing), { ...done, ...profile })
    },
    finishLeavingIf: async (leaving: StoredStaff, deletedAt: Date) => {
      await copies.change(leaving.workspaceId)
      return staff(leaving.workspaceId).updateIf(held(leaving), {
        step: 'freeing',
        stepUntil: deletedAt,
        deletedAt,
        uniqueKeys: [leaving.id],
      })
    },
    eraseIf: (undoing: StoredStaff) => staff(undoing.workspaceId).removeIf(held(undoing)),

    listFieldValues: (workspaceId: Id, fieldKey: string) =>
      staff(workspaceId).find(
        { deletedAt: null, valueKeys: beginsWith(`${fieldKey}:`) },
        { select: ['valueKeys'] },
      ),
    addUniqueKeys: (workspaceId: Id, id: Id, keys: string[]) =>
      staff(workspaceId).update({ id }, { $addToSet: { uniqueKeys: { $each: keys } } }),
    removeUniqueKeys: (workspaceId: Id, id: Id, keys: string[]) =>
      staff(workspaceId).update({ id }, { $pull: { uniqueKeys: { $in: keys } } }),
    removeValueKeys: (workspaceId: Id, id: Id, keys: string[]) =>
      staff(workspaceId).update({ id }, { $pull: { valueKeys: { $in: keys }, uniqueKeys: { $in: keys } } }),
  }
}
