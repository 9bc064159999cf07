import type { Platform } from '@wp/local-platform'
import { createLogger, createMetrics } from '@wp/telemetry'
import { MongoClient } from 'mongodb'
import { openNatsConnection } from '../../../libs/bus/src/nats-connection.ts'
import { openManager } from '../../../libs/bus/src/streams.ts'

export type Stored = {
  /** Bytes of permanent records. */
  lasting: number
  /** Bytes of expiring records, multiplied by the days until they expire. */
  expiringDays: number
  streamBytes: number
  /** Subjects that belong to one workspace. */
  streamSubjects: number
}

export const nothingStored: Stored = { lasting: 0, expiringDays: 0, streamBytes: 0, streamSubjects: 0 }

/** Returns the difference between two states, divided by the number of actions. */
export const addedPer = (count: number, before: Stored, after: Stored): Stored => {
  const each = (name: keyof Stored) => Math.max(0, after[name] - before[name]) / count
  return {
    lasting: each('lasting'),
    expiringDays: each('expiringDays'),
    streamBytes: each('streamBytes'),
    streamSubjects: each('streamSubjects'),
  }
}

/**
 * Records that expire at a stored time, such as replies that are kept for a day, are counted as kept for this
 * long.
 */
const leastDays = 1
const daySeconds = 86_400

const isOfWorkspace = (subject: string): boolean => /-[0-9a-f]{24}$/.test(subject)

/** Returns a function that measures the data stored in the databases and NATS. */
export const openStored = async ({
  mongoUrl,
  natsUrl,
}: Platform): Promise<{ measure: () => Promise<Stored>; close: () => Promise<void> }> => {
  const database = new MongoClient(mongoUrl)
  const logger = createLogger({ service: 'bench', level: 'fatal' })
  const nats = openNatsConnection({ url: natsUrl, service: 'bench', logger, metrics: createMetrics('bench') })
  const manager = await openManager(await nats.connected)
  return {
    measure: async () => {
      const stored = { ...nothingStored }
      const { databases } = await database.db('admin').admin().listDatabases({ nameOnly: true })
      for (const { name } of databases.filter((each) => each.name.startsWith('wp_')))
        for (const collection of await database.db(name).collections()) {
          let bytes = 0
          for await (const record of collection.find({}, { raw: true }))
            bytes += (record as unknown as Uint8Array).byteLength
          const seconds = (await collection.indexes()).flatMap(
            ({ expireAfterSeconds }) => expireAfterSeconds ?? [],
          )
          if (seconds.length === 0) stored.lasting += bytes
          else stored.expiringDays += bytes * Math.max(leastDays, Math.max(...seconds) / daySeconds)
        }
      for await (const { config } of manager.streams.list()) {
        if (!config.name.startsWith('wp-')) continue
        const { state } = await manager.streams.info(config.name, { subjects_filter: '>' })
        stored.streamBytes += state.bytes
        stored.streamSubjects += Object.keys(state.subjects ?? {}).filter(isOfWorkspace).length
      }
      return stored
    },
    close: async () => {
      await nats.close()
      await database.close()
    },
  }
}
