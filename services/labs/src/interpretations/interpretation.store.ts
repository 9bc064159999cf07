import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** An answer from the model. The key is a hash of the entire request to the model. */
type KeptInterpretation = { key: string; text: string; provider: string }

const retentionSeconds = 90 * 24 * 3600

export const interpretationCollection = collection<KeptInterpretation>(
  'interpretations',
  'Interpretation',
  { key: String, text: String, provider: String },
  [
    { keys: { workspaceId: 1, key: 1 }, unique: true },
    { keys: { createdAt: 1 }, ttlSeconds: retentionSeconds },
  ],
)

export const interpretationStore = (db: Database) => {
  const interpretations = db.tenant(interpretationCollection)
  return {
    find: (workspaceId: Id, key: string) => interpretations(workspaceId).findOne({ key }),
    /** Returns null when a concurrent request has stored an answer. */
    insertIf: (workspaceId: Id, interpretation: KeptInterpretation) =>
      interpretations(workspaceId).insertIf(interpretation),
  }
}
