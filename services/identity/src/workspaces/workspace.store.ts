import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, NewPlatformDoc, PlatformDoc } from '@wp/mongo'
import type { WorkingHours } from './working-hours.ts'

export type WorkspaceSettings = {
  preventOverlap: boolean
  blockHolidays: boolean
  timeZone: string
  currencyCode: string
  locale: 'en' | 'ar'
}

/** `planId` is the plan chosen at signup; plan, end and discount of today are admin-billing's, copied from its events. */
type WorkspaceRecord = {
  version: number
  ownerAccountId: Id
  name: string | null
  slogan: string | null
  email: string
  phone: string
  phoneVerified: boolean
  planId: Id
  businessCategorySlug: string
  marketingOptIn: boolean
  settings: WorkspaceSettings
  workingHours: WorkingHours | null
  subscription: {
    version: number
    planId: Id
    subscriptionEndDate: Date | null
    discountPercentage: number | null
  } | null
}
export type StoredWorkspace = PlatformDoc<WorkspaceRecord>

export const workspaceCollection = collection<WorkspaceRecord>(
  'workspaces',
  {
    version: Number,
    ownerAccountId: String,
    name: String,
    slogan: String,
    email: String,
    phone: String,
    phoneVerified: Boolean,
    planId: String,
    businessCategorySlug: String,
    marketingOptIn: Boolean,
    settings: Object,
    workingHours: Object,
    subscription: Object,
  },
  [{ keys: { ownerAccountId: 1 }, unique: true }],
)

export const workspaceStore = (db: Database) => {
  const workspaces = db.global(workspaceCollection)
  return {
    find: (id: Id) => workspaces().findOne({ id }),
    get: (id: Id) => workspaces().get({ id }, 'Workspace'),
    namesOf: (ids: Id[]) =>
      workspaces().find({ id: trusted({ $in: ids }) }, { select: ['id', 'name'], sort: { name: 1 } }),
    insert: (workspace: NewPlatformDoc<WorkspaceRecord>) => workspaces().insert(workspace),
  }
}
export type WorkspaceStore = ReturnType<typeof workspaceStore>
