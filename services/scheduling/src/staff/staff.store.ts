import { notFound } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, contains, sagaRecords, trusted } from '@wp/mongo'
import type { Database, VersionedCache, TenantDoc } from '@wp/mongo'
import type { WorkingHours } from '@wp/workspaces'
import { answerKeyStore } from '../fields/answer-key.store.ts'
import type { Staff } from './staff.contract.ts'

/**
 * A change that is in progress in identity and admin-billing; the recovery job completes or undoes it after a crash
 * or an outage.
 */
export type Step = 'joining' | 'undoing' | 'changing' | 'reverting' | 'settling' | 'leaving' | 'freeing'

export type StaffProfile = Pick<
  Staff,
  'name' | 'email' | 'roleId' | 'phone' | 'avatarUrl' | 'workingHours'
> & {
  /** Missing in members from older versions; null means all services. */
  serviceIds?: Id[] | null
  /** The field values as JSON text. */
  fieldValues: string
  valueKeys: string[]
  uniqueKeys: string[]
}

type StaffRecord = StaffProfile & {
  workspaceId: Id
  isJoined: boolean
  deletedAt: Date | null
  step: Step | null
  /**
   * Increases whenever a step is started, reversed or taken over. Writes with an older version are rejected here and
   * in identity.
   */
  stepVersion: number
  /** The account that requested the change; its permissions are checked again whenever the step is repeated. */
  actorId: Id | null
  /** When the recovery job, or the next change to this member, may take over the step. */
  stepUntil: Date | null
  /** The profile changes of a `changing` step, as JSON text. */
  wanted: string | null
  /** Hash of the Idempotency-Key and body that created the member, so that a repetition finds it; null without a key. */
  creationHash?: string | null
}
export type StoredStaff = TenantDoc<StaffRecord>
type StartedStep = { step: Step; stepUntil: Date; actorId: Id }
/** The creator of a member, and the hash of the keyed request. */
export type Creation = { actorId: Id; creationHash: string | null }

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
    serviceIds: Object, // not declared as an array, whose default would be empty instead of null
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
    creationHash: String,
  },
  [
    { keys: { workspaceId: 1, deletedAt: 1, isJoined: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, email: 1 }, unique: true, partial: { deletedAt: null } },
    { keys: { workspaceId: 1, valueKeys: 1 } }, // filters by fields
    { keys: { workspaceId: 1, uniqueKeys: 1 }, unique: true },
    { keys: { stepUntil: 1 } }, // overdue steps in all workspaces
  ],
  { onePer: 'staff member, including removed ones' },
)

const present = { deletedAt: null, isJoined: true }

export const loginRecords = sagaRecords(staffCollection, {
  step: 'step',
  until: 'stepUntil',
  version: 'stepVersion',
  fence: ['step', 'stepVersion'],
  clears: ['actorId', 'wanted'],
})
const { held, cleared } = loginRecords

/** Bookings cache the names of staff members, so updating or removing a member invalidates the cache. */
export const staffStore = (db: Database, cache: VersionedCache) => {
  const staff = db.tenant(staffCollection)
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
      staff(workspaceId).find(
        { id: trusted({ $in: ids }), ...present },
        { select: ['name', 'email', 'phone', 'avatarUrl'] },
      ),
    /** Returns the fields that a booking needs. Throws NOT_FOUND, like `get`. */
    getBookable: async (
      workspaceId: Id,
      id: Id,
    ): Promise<{ id: Id; name: string; workingHours: WorkingHours | null }> => {
      const member = await staff(workspaceId).findOne(
        { id, ...present },
        { select: ['name', 'workingHours'] },
      )
      if (!member) throw notFound(staffCollection.noun)
      return member
    },
    /** Returns the members whose free time availability combines, at most `limit`. */
    listSchedules: (workspaceId: Id, limit: number) =>
      staff(workspaceId).find(present, {
        select: ['workingHours', 'serviceIds'],
        sort: { createdAt: -1, id: -1 },
        limit,
      }),
    /** Returns the members that customers can book, oldest first, at most `limit`. */
    listBookable: (workspaceId: Id, limit: number) =>
      staff(workspaceId).find(present, {
        select: ['name', 'workingHours', 'serviceIds'],
        sort: { createdAt: 1, id: 1 },
        limit,
      }),
    find: (workspaceId: Id, id: Id) => staff(workspaceId).findOne({ id, ...present }),
    get: (workspaceId: Id, id: Id) => staff(workspaceId).get({ id, ...present }),
    /** Includes removed records. */
    findName: (workspaceId: Id, id: Id) => staff(workspaceId).findOne({ id }, { select: ['name'] }),

    findByEmail: (workspaceId: Id, email: string) => staff(workspaceId).findOne({ email, deletedAt: null }),

    insertJoining: (workspaceId: Id, id: Id, profile: StaffProfile, started: StartedStep & Creation) =>
      staff(workspaceId).insert({
        ...profile,
        ...started,
        id,
        isJoined: false,
        deletedAt: null,
        stepVersion: 1,
        wanted: null,
      }),

    update: async (workspaceId: Id, id: Id, profile: Partial<StaffProfile>) => {
      await cache.invalidate(workspaceId)
      return staff(workspaceId).update({ id, ...present }, profile)
    },

    /** Starts a step; returns null when another step is running. */
    startIf: ({ workspaceId, id }: StoredStaff, started: StartedStep & { wanted: string | null }) =>
      staff(workspaceId).updateIf(
        { id, ...present, step: null },
        { $set: started, $inc: { stepVersion: 1 } },
        { keepsUpdatedAt: true },
      ),

    // The following functions return null when another process has taken over the step.

    /** Continues adding a member, with a new profile and on behalf of a new actor. */
    changeJoiningIf: (joining: StoredStaff, changes: StaffProfile & Creation & { stepUntil: Date }) =>
      staff(joining.workspaceId).updateIf(held(joining), changes),
    finishJoiningIf: (joining: StoredStaff) =>
      staff(joining.workspaceId).updateIf(held(joining), { ...cleared, isJoined: true }),
    finishChangingIf: async (changing: StoredStaff, profile: Partial<StaffProfile>) => {
      await cache.invalidate(changing.workspaceId)
      return staff(changing.workspaceId).updateIf(held(changing), { ...cleared, ...profile })
    },
    finishLeavingIf: async (leaving: StoredStaff, deletedAt: Date) => {
      await cache.invalidate(leaving.workspaceId)
      return staff(leaving.workspaceId).updateIf(held(leaving), {
        step: 'freeing',
        stepUntil: deletedAt,
        deletedAt,
        uniqueKeys: [leaving.id],
      })
    },
    removeJoiningIf: (undoing: StoredStaff) => staff(undoing.workspaceId).removeIf(held(undoing)),

    ...answerKeyStore(db, staffCollection, { deletedAt: null }),
  }
}
