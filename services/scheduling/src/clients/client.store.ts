import { searchable, searchKeys } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { Client, ClientChanges, NewClient } from './client.contract.ts'

type ClientRecord = Omit<Client, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'> & {
  searchKeys: string[]
  deletedAt: Date | null
}

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
    searchKeys: [String],
    deletedAt: Date,
  },
  [
    { keys: { workspaceId: 1, deletedAt: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, deletedAt: 1, searchKeys: 1 } }, // search
  ],
)

const present = { deletedAt: null }

export const clientStore = (db: Database) => {
  const own = db.tenant(clientCollection)
  return {
    list: (workspaceId: Id, { search, ...query }: PageQuery & { search?: string | undefined }) =>
      own(workspaceId).page({
        filter: search ? clientsFound(search) : present,
        query,
      }),

    find: (workspaceId: Id, id: Id) => own(workspaceId).findOne({ id, ...present }),
    get: (workspaceId: Id, id: Id) => own(workspaceId).get({ id, ...present }),

    insert: (workspaceId: Id, client: NewClient) => {
      const record = { ...blank, ...client }
      return own(workspaceId).insert({ ...record, searchKeys: keysOf(record) })
    },

    update: async (workspaceId: Id, id: Id, changes: ClientChanges) => {
      const client = await own(workspaceId).get({ id, ...present })
      const next = { ...client, ...changes }
      const updated = await own(workspaceId).updateIf(
        { id, ...present },
        { ...changes, searchKeys: keysOf(next) },
      )
      return updated ?? client
    },

    remove: (workspaceId: Id, id: Id, at: Date) =>
      own(workspaceId).updateIf({ id, ...present }, { deletedAt: at }),
  }
}

const blank = {
  email: null,
  phone: null,
  dateOfBirth: null,
  gender: null,
  notes: null,
  discount: null,
  deletedAt: null,
}

const keysOf = ({ name, email, phone }: Pick<Client, 'name' | 'email' | 'phone'>) =>
  searchKeys(name, email, phone)

/** Clients of whom a search key begins with the text. */
export const clientsFound = (search: string) => ({ ...present, searchKeys: beginsWith(searchable(search)) })
