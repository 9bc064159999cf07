import { newId, systemClock } from '@wp/kernel'
import { mongo } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { inboxOn } from './inbox.ts'

/** Returns an inbox in which another process has just recorded the event. */
const contendedInbox = (isCommittedByMajority: boolean) => {
  const handled = {
    insertOne: () => Promise.reject(new mongo.MongoServerError({ code: 11000, message: 'E11000' })),
    findOne: async () => (isCommittedByMajority ? { _id: 'c:1' } : null),
  }
  const run = <Result>(work: (tx: never) => Promise<Result>) => work({} as never)
  const operate = <Result>(work: (session: undefined) => Promise<Result>) => work(undefined)
  return inboxOn(handled as never, {} as never, systemClock, { run, operate })
}

const event = { id: newId(), workspaceId: newId() }

describe('inbox.once', () => {
  it('returns duplicate for an event that a majority of servers has recorded', async () => {
    expect(await contendedInbox(true).once('c', event, async () => undefined)).toBe('duplicate')
  })

  it('throws UNAVAILABLE for an event whose record may still be rolled back', async () => {
    const handling = contendedInbox(false).once('c', event, async () => undefined)
    await expect(handling).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
