import { searchKeys, searchWords } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection, recomputeField, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Client, ClientChanges, NewClient } from './client.contract.ts'

type ClientRecord = Omit<
  Client,
  'id' | 'workspaceId' | 'language' | 'externalId' | 'possibleDuplicateOf' | 'createdAt' | 'updatedAt'
> & {
  /** Missing, like the next two fields, in older records. */
  language?: string | null
  externalId?: string | null
  possibleDuplicateOf?: Id | null
  searchKeys: string[]
  /** Incremented by every update, so that other services can ignore older states; missing in older records. */
  version?: number
  deletedAt: Date | null
}
export type StoredClient = TenantDoc<ClientRecord>

export const clientCollection = collection<ClientRecord>(
  'clients',
  'Client',
  {
    name: String,
    email: String,
    phone: String,
    dateOfBirth: String,
    gender: String,
    notes: String,
    discount: Object,
    language: String,
    externalId: String,
    possibleDuplicateOf: String,
    searchKeys: [String],
    version: Number,
    deletedAt: Date,
  },
  [
    { keys: { workspaceId: 1, deletedAt: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, deletedAt: 1, searchKeys: 1 } }, // search
    {
      keys: { workspaceId: 1, externalId: 1 },
      unique: true,
      partial: { externalId: { $gt: '' }, deletedAt: null },
    }, // rows of an import by external id
    { keys: { workspaceId: 1, email: 1, createdAt: 1, _id: 1 } }, // by email: rows of an import, online bookings
    { keys: { workspaceId: 1, phone: 1, createdAt: 1, _id: 1 } }, // by phone: online bookings
  ],
  { onePer: 'client' },
)

const present = { deletedAt: null }

export const clientStore = (db: Database) => {
  const clients = db.tenant(clientCollection)
  return {
    list: (workspaceId: Id, { search, ...query }: PageQuery & { search?: string | undefined }) =>
      clients(workspaceId).page({
        filter: search ? matchingClients(search) : present,
        query,
      }),

    find: (workspaceId: Id, id: Id) => clients(workspaceId).findOne({ id, ...present }),
    get: (workspaceId: Id, id: Id) => clients(workspaceId).get({ id, ...present }),
    /** Includes removed records. */
    findName: (workspaceId: Id, id: Id) => clients(workspaceId).findOne({ id }, { select: ['name'] }),

    /** Returns the clients that have one of these values. */
    findBy: async (workspaceId: Id, field: 'externalId' | 'email', values: readonly string[]) => {
      const found = await clients(workspaceId).find(
        { [field]: trusted({ $in: values }), ...present },
        { select: [field] },
      )
      return found.map((client) => ({ id: client.id, value: client[field]! }))
    },

    /** Returns the clients with this email address or phone number, oldest first, at most `limit` of each. */
    listByContact: async (
      workspaceId: Id,
      { email, phone }: { email: string | null; phone: string | null },
      limit: number,
    ): Promise<StoredClient[]> => {
      const options = { sort: { createdAt: 1, id: 1 }, limit } as const
      return [
        ...(email === null ? [] : await clients(workspaceId).find({ email, ...present }, options)),
        ...(phone === null ? [] : await clients(workspaceId).find({ phone, ...present }, options)),
      ]
    },

    insert: (workspaceId: Id, client: NewClient & { possibleDuplicateOf?: Id | null }) => {
      const record = { ...blank, ...client }
      return clients(workspaceId).insert({ ...record, searchKeys: toSearchKeys(record), version: 1 })
    },

    /** Requires a transaction, because it first reads the fields from which the search keys are built. */
    update: async (workspaceId: Id, id: Id, changes: ClientChanges) => {
      db.requireTransaction()
      const client = await clients(workspaceId).get({ id, ...present })
      return clients(workspaceId).update(
        { id, ...present },
        {
          ...changes,
          searchKeys: toSearchKeys({ ...client, ...changes }),
          version: (client.version ?? 0) + 1,
        },
      )
    },

    remove: (workspaceId: Id, id: Id, at: Date) =>
      clients(workspaceId).update({ id, ...present }, { deletedAt: at }),
  }
}

const blank = {
  email: null,
  phone: null,
  dateOfBirth: null,
  gender: null,
  notes: null,
  discount: null,
  language: null,
  externalId: null,
  deletedAt: null,
}

const toSearchKeys = ({ name, email, phone }: Pick<Client, 'name' | 'email' | 'phone'>) =>
  searchKeys(name, email, phone)

export const foldClientSearch = recomputeField(
  '2026-11-19-fold-client-search',
  clientCollection,
  'searchKeys',
  ['name', 'email', 'phone'],
  toSearchKeys,
)

/** Matches clients that are not deleted and have, for each word of the search, a search key beginning with it. */
export const matchingClients = (search: string) => ({
  ...present,
  $and: searchWords(search).map((word) => ({ searchKeys: beginsWith(word) })),
})
