import type { Id } from '@wp/kernel'
import { beginsWith, trusted } from '@wp/mongo'
import type { Collection, Database } from '@wp/mongo'

/** The keys of a record's answers: all of them for filters, and those that must be unique. */
type AnswerKeys = { valueKeys: string[]; uniqueKeys: string[] }

const shownIds = 10

/** Returns the queries that a field needs on the records with its answers. `prefix` is that of the field's keys. */
export const answerKeyStore = (db: Database, collection: Collection<AnswerKeys>, present: object = {}) => {
  const records = db.tenant(collection)
  const answering = (prefix: string) => ({ ...present, valueKeys: beginsWith(`${prefix}:`) })
  return {
    /** Returns values that several records share, with the ids of some of those records and their total number. */
    listDuplicates: (workspaceId: Id, prefix: string, limit: number) =>
      records(workspaceId).aggregate<{ key: string; ids: Id[]; count: number }>([
        { $match: answering(prefix) },
        { $project: { valueKeys: 1 } },
        { $unwind: '$valueKeys' },
        { $match: { valueKeys: beginsWith(`${prefix}:`) } },
        { $group: { _id: '$valueKeys', ids: { $push: '$_id' }, count: { $sum: 1 } } },
        { $match: { count: { $gt: 1 } } },
        { $sort: { _id: 1 } },
        { $limit: limit },
        { $project: { _id: 0, key: '$_id', ids: { $slice: ['$ids', shownIds] }, count: 1 } },
      ]),

    /** Returns the records that have an answer, optionally only those updated since an instant. */
    listAnswering: (workspaceId: Id, prefix: string, since: Date | null) =>
      records(workspaceId).find(
        { ...answering(prefix), ...(since && { updatedAt: trusted({ $gte: since }) }) },
        { select: ['updatedAt'] },
      ),
    listKeys: (workspaceId: Id, ids: readonly Id[]) =>
      records(workspaceId).find({ id: trusted({ $in: ids }) }, { select: ['valueKeys', 'uniqueKeys'] }),

    /** Throws CONFLICT when another record has claimed the key; returns null when the answer has changed. */
    claimKeyIf: (workspaceId: Id, id: Id, key: string) =>
      records(workspaceId).updateIf(
        { id, valueKeys: key },
        { $addToSet: { uniqueKeys: key } },
        { keepsUpdatedAt: true },
      ),
  }
}
