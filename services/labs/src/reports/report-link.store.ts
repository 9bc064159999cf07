import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** Counts the wrong dates of birth entered for a link. Found by the hash of the link's token, without a workspace. */
type LinkTries = { tokenHash: string; tries: number; expiresAt: Date }

export const reportLinkCollection = collection<LinkTries>(
  'report_link_tries',
  'Link',
  { tokenHash: String, tries: Number, expiresAt: Date },
  [
    { keys: { tokenHash: 1 }, unique: true },
    { keys: { expiresAt: 1 }, ttlSeconds: 0 },
  ],
  { unsharded: 'Counters by token, which does not identify the workspace.' },
)

export const reportLinkStore = (db: Database) => {
  const links = db.global(reportLinkCollection)
  return {
    /** Returns the number of counted attempts. */
    countTries: async (tokenHash: string) => (await links().findOne({ tokenHash }))?.tries ?? 0,
    /**
     * Counts an attempt before it is checked, so that concurrent ones stay within the limit. Returns the new
     * count.
     */
    addTry: async (tokenHash: string, expiresAt: Date): Promise<number> =>
      (await links().upsert({ tokenHash }, { $inc: { tries: 1 }, $set: { expiresAt } })).tries,
    /** Uncounts the attempt with a correct date. */
    removeTry: (tokenHash: string) =>
      links().updateIf({ tokenHash, tries: trusted({ $gt: 0 }) }, { $inc: { tries: -1 } }),
  }
}
