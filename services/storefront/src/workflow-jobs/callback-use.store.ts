import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

type CallbackUseRecord = {
  /** The id of a job, or `workspace` for all jobs of the workspace. */
  scope: string
  startsAt: Date
  updates: number
  bytes: number
}

/** The usage by callbacks in one time window. */
export const callbackUseCollection = collection<CallbackUseRecord>(
  'callback_uses',
  'Callback use',
  { scope: String, startsAt: Date, updates: Number, bytes: Number },
  [
    { keys: { workspaceId: 1, scope: 1, startsAt: 1 }, unique: true }, // one per window
    { keys: { startsAt: 1 }, ttlSeconds: 2 * 24 * 3600 },
  ],
)

export const callbackUseStore = (db: Database) => {
  const uses = db.tenant(callbackUseCollection)
  return {
    /** Counts an update in the transaction that stores it, and returns the new sums. */
    add: (workspaceId: Id, scope: string, startsAt: Date, bytes: number) => {
      db.requireTransaction()
      return uses(workspaceId).upsert({ scope, startsAt }, { $inc: { updates: 1, bytes } })
    },
  }
}
