import { newId } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Contest, NewContest } from './contest.contract.ts'

type ContestRecord = Omit<
  Contest,
  'id' | 'workspaceId' | 'createdAt' | 'updatedAt' | 'startsAt' | 'endsAt'
> & {
  startsAt: Date
  endsAt: Date
}
export type StoredContest = TenantDoc<ContestRecord>

export const contestCollection = collection<ContestRecord>(
  'contests',
  'Contest',
  {
    title: String,
    description: String,
    questions: [Object],
    startsAt: Date,
    endsAt: Date,
    durationMinutes: Number,
    shuffle: Boolean,
    status: String,
  },
  [{ keys: { workspaceId: 1, createdAt: -1, _id: -1 } }], // list
)

export const contestStore = (db: Database) => {
  const contests = db.tenant(contestCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => contests(workspaceId).page({ query }),

    insert: (workspaceId: Id, contest: NewContest) =>
      contests(workspaceId).insert({
        ...contest,
        questions: contest.questions.map((question) => ({ id: newId(), ...question })),
        startsAt: new Date(contest.startsAt),
        endsAt: new Date(contest.endsAt),
        status: 'draft',
      }),
  }
}
