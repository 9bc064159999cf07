import { setTimeout as pause } from 'node:timers/promises'
import { newId, semaphore } from '@wp/kernel'
import { MongoClient } from 'mongodb'

/** What one request does in the database: its statements, and its share of a commit. */
export type DatabaseWork = { statements: number; commits: number }

type Run = { requests: number; callers: number; work: DatabaseWork }

/** Requests that change one of `records` records, each by one update outside their transaction. */
type UpdatingRun = Run & { records: number }

/** How the storefront settles stock: see `openStockSettlement`. */
const settleDelayMs = 100
const settleRestFactor = 9
const longestSettleDelayMs = 1000
const settledAtOnce = 4
/** Statements of a transaction that settles. */
const settleStatements = 2

/**
 * Returns functions that do the database work of requests with the bare driver, and return the requests per second.
 */
export const bareTransactions = async (mongoUrl: string, callers: number) => {
  const client = new MongoClient(mongoUrl, { maxPoolSize: callers })
  const records = client
    .db('bare_transactions')
    .collection<{ _id: string; text: string; stock?: number; reservations?: { id: string }[] }>('records')
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

  /** Takes one unit of a record and notes it there, as the storefront reserves stock. Returns the note's id. */
  const reserve = async (_id: string): Promise<string> => {
    const id = newId()
    const reservation = { id, reference: `order/${id}${id}`, units: [{ quantity: 1 }], until: new Date() }
    await records.updateOne({ _id }, { $inc: { stock: -1 }, $push: { reservations: reservation } })
    return id
  }

  /** Removes these notes and stores an event about it. Returns how long it took, in milliseconds. */
  const settle = async (_id: string, ids: string[]): Promise<number> => {
    const started = performance.now()
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await records.updateOne({ _id }, { $pull: { reservations: { id: { $in: ids } } } }, { session })
        await records.insertOne({ _id: newId(), text }, { session })
      }),
    )
    return performance.now() - started
  }

  return {
    /** `callers` requests run at once; one caller runs everything in order, as requests that wait for each other do. */
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
    /**
     * As `run`, but each request first changes its record by one update. From time to time, a transaction changes each of
     * these records again for all requests since the last one, as the storefront settles stock.
     */
    runUpdating: async ({
      requests,
      callers: atOnce,
      work,
      records: count,
    }: UpdatingRun): Promise<number> => {
      const idOf = (at: number): string => `record ${at % count}`
      for (let at = 0; at < count; at += 1)
        await records.updateOne(
          { _id: idOf(at) },
          { $set: { text, stock: 0, reservations: [] } },
          { upsert: true },
        )
      const own = Math.round(work.statements - settleStatements * Math.max(0, work.commits - 1)) - 1
      let reserved = new Map<string, string[]>()
      let left = requests
      const settleAll = async (): Promise<void> => {
        const slots = semaphore(settledAtOnce)
        for (let nextMs = settleDelayMs; left > 0;) {
          await pause(nextMs)
          const batch = [...reserved]
          reserved = new Map()
          const settled = batch.map(([_id, ids]) => slots(() => settle(_id, ids)))
          const longestMs = Math.max(...(await Promise.all(settled)))
          nextMs = Math.min(longestSettleDelayMs, Math.max(settleDelayMs, settleRestFactor * longestMs))
        }
      }
      const settling = settleAll()
      const started = performance.now()
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left > 0) {
            left -= 1
            const _id = idOf(left)
            const id = await reserve(_id)
            await transaction(own)
            reserved.set(_id, [...(reserved.get(_id) ?? []), id])
          }
        }),
      )
      const perSecond = requests / ((performance.now() - started) / 1000)
      await settling
      return perSecond
    },
    close: () => client.close(),
  }
}
