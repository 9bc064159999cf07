import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection, contains, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
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
const done = { step: null, stepUntil: null, wanted: null }

export const staffStore = (db: Database) => {
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

    insertJoining: (workspaceId: Id, id: Id, profile: StaffProfile, stepUntil: Date) =>
      staff(workspaceId).insert({
        ...profile,
        id,
        isJoined: false,
        deletedAt: null,
        step: 'joining',
        stepUntil,
        wanted: null,
      }),

    /** Takes over a joining under this email that somebody began and left. */
    takeJoiningIf: (workspaceId: Id, email: string, now: Date, stepUntil: Date) =>
      staff(workspaceId).updateIf(
        { email, deletedAt: null, isJoined: false, stepUntil: trusted({ $lte: now }) },
        { step: 'joining', stepUntil },
      ),
    changeJoining: (workspaceId: Id, id: Id, profile: StaffProfile) =>
      staff(workspaceId).update({ id, step: 'joining' }, profile),

    update: (workspaceId: Id, id: Id, profile: Partial<StaffProfile>) =>
      staff(workspaceId).update({ id, ...present }, profile),

    /** Begins a step, unless another is under way: then null. One that nobody has managed to revert yet gives way. */
    beginIf: (
      workspaceId: Id,
      id: Id,
      { step, stepUntil, now }: { step: Step; stepUntil: Date; now: Date },
      wanted: Partial<StaffProfile> | null = null,
    ) =>
      staff(workspaceId).updateIf(
        { id, ...present, $or: [{ step: null }, { step: 'reverting', stepUntil: trusted({ $lte: now }) }] },
        { step, stepUntil, wanted: wanted && JSON.stringify(wanted) },
      ),

    /** Turns a step around: from joining to undoing it, from changing to reverting it, from leaving to freeing the seat. */
    turnIf: (workspaceId: Id, id: Id, step: Step, stepUntil: Date) =>
      staff(workspaceId).updateIf({ id }, { step, stepUntil }),

    endStepIf: (workspaceId: Id, id: Id) => staff(workspaceId).updateIf({ id }, done),
    finishJoiningIf: (workspaceId: Id, id: Id) =>
      staff(workspaceId).updateIf({ id, step: 'joining' }, { ...done, isJoined: true }),
    finishChanging: (workspaceId: Id, id: Id, profile: Partial<StaffProfile>) =>
      staff(workspaceId).update({ id, step: 'changing' }, { ...done, ...profile }),
    finishLeaving: (workspaceId: Id, id: Id, deletedAt: Date) =>
      staff(workspaceId).update(
        { id, step: 'leaving' },
        { step: 'freeing', stepUntil: deletedAt, deletedAt, uniqueKeys: [id] },
      ),
    eraseIf: (workspaceId: Id, id: Id) => staff(workspaceId).removeIf({ id, isJoined: false }),

    /** Takes the step that has waited longest for somebody to complete it. */
    takeOverdue: (now: Date, stepUntil: Date) =>
      allStaff().updateIf({ stepUntil: trusted({ $lte: now }) }, { stepUntil }, { sort: { stepUntil: 1 } }),

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
