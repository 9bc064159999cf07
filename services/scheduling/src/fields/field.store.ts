import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, VersionedCache, TenantDoc } from '@wp/mongo'
import type { FieldDefinition } from './field.rules.ts'

export type Subject = 'staff' | 'sessions'

type FieldRecord = Omit<FieldDefinition, 'id'> & {
  subject: Subject
  description: string | null
  order: number
  /** Stored as JSON text, so that arbitrary keys are returned unchanged. */
  metadata: string | null
}
export type StoredField = TenantDoc<FieldRecord>

export const fieldCollection = collection<FieldRecord>(
  'fields',
  'Field',
  {
    subject: String,
    key: String,
    label: String,
    description: String,
    type: { type: String },
    isRequired: Boolean,
    isUnique: Boolean,
    isFilterable: Boolean,
    order: Number,
    options: { type: [String], default: null },
    metadata: String,
    phase: String,
    category: String,
    valuePrefix: String,
  },
  [
    { keys: { workspaceId: 1, subject: 1, key: 1 }, unique: true },
    { keys: { workspaceId: 1, subject: 1, order: 1, _id: 1 } }, // list
  ],
  { onePer: 'field; at most 200 per workspace and kind' },
)

const inOrder = { order: 1 } as const
const definition = [
  'key',
  'label',
  'type',
  'isRequired',
  'isUnique',
  'isFilterable',
  'options',
  'phase',
  'category',
  'valuePrefix',
] as const

/** Bookings cache fields, so every change invalidates the cache. */
export const fieldStore = (db: Database, cache: VersionedCache) => {
  const fields = db.tenant(fieldCollection)
  return {
    page: (workspaceId: Id, subject: Subject, query: PageQuery) =>
      fields(workspaceId).page({ filter: { subject }, sort: inOrder, query }),

    list: (workspaceId: Id, subject: Subject) =>
      fields(workspaceId).find({ subject }, { sort: { order: 1, id: 1 } }),

    /** Returns the fields without their metadata, which can be large. */
    listDefinitions: (workspaceId: Id, subject: Subject): Promise<FieldDefinition[]> =>
      fields(workspaceId).find({ subject }, { sort: { order: 1, id: 1 }, select: definition }),

    get: (workspaceId: Id, subject: Subject, id: Id) => fields(workspaceId).get({ id, subject }),

    insert: async (workspaceId: Id, field: FieldRecord & { id?: Id }) => {
      await cache.invalidate(workspaceId)
      return fields(workspaceId).insert(field)
    },

    update: async (workspaceId: Id, id: Id, changes: Partial<FieldRecord>) => {
      await cache.invalidate(workspaceId)
      return fields(workspaceId).update({ id }, changes)
    },

    remove: async (workspaceId: Id, id: Id) => {
      await cache.invalidate(workspaceId)
      return fields(workspaceId).remove({ id })
    },
  }
}
