import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** The newest known name of a client. `reads` makes every use a write. */
type ClientNameRecord = { clientId: Id; name: string; version: number; reads: number }

/** Like the inbox: longer than events and dead letters are kept, so no older name can arrive afterward. */
const retentionSeconds = 31 * 86_400

export const clientNameCollection = collection<ClientNameRecord>(
  'client_names',
  'Client name',
  { clientId: String, name: String, version: Number, reads: Number },
  [
    { keys: { workspaceId: 1, clientId: 1 }, unique: true }, // one name per client
    { keys: { updatedAt: 1 }, ttlSeconds: retentionSeconds },
  ],
)

export const clientNameStore = (db: Database) => {
  const names = db.tenant(clientNameCollection)
  return {
    /**
     * Returns this name or a newer one that is already known. Always writes, so that ordering a test
     * conflicts with a concurrent rename of its client, and the later transaction sees the effect of the
     * earlier one.
     */
    useNewest: async (workspaceId: Id, clientId: Id, given: { name: string; version: number }) => {
      db.requireTransaction()
      const known = await names(workspaceId).findOne({ clientId })
      const { name, version } = known && known.version > given.version ? known : given
      await names(workspaceId).upsert({ clientId }, { $set: { name, version }, $inc: { reads: 1 } })
      return name
    },
  }
}
