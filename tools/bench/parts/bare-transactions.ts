import { newId } from '@wp/kernel'
import { MongoClient } from 'mongodb'

/** What one request does in the database: its statements, and its share of a commit. */
export type DatabaseWork = { statements: number; commits: number }

type Run = { requests: number; callers: number; work: DatabaseWork }

/**
 * Returns a function that does the database work of requests with the bare driver, and returns the requests per second.
 * `callers` of them run at once; one caller runs everything in order, as requests that wait for each other do.
 */
export const bareTransactions = async (mongoUrl: string, callers: number) => {
  const client = new MongoClient(mongoUrl, { maxPoolSize: callers })
  const records = client.db('bare_transactions').collection<{ _id: string; text: string }>('records')
  const text = 'x'.repeat(400)
  await records.insertOne({ _id: 'first', text })

  /** Half of the statements write a record, and half read one. */
  const transaction = (statements: number): Promise<void> =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        for (let at = 0; at < statements; at += 1)
          await (at % 2 === 0
            ? records.insertOne({ _id: newId(), text }, { session })
            : records.findOne({ _id: 'first' }, { session }))
      }),
    )

  return {
    run: async ({ requests, callers: atOnce, work: { statements, commits } }: Run): Promise<number> => {
      let left = Math.round(requests * commits)
      const each = Math.round(statements / commits)
      const started = performance.now()
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left > 0) {
            left -= 1
            await transaction(each)
          }
        }),
      )
      return requests / ((performance.now() - started) / 1000)
    },
    close: () => client.close(),
  }
}
