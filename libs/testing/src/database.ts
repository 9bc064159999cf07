import { systemClock } from '@wp/kernel'
import { idempotencyCollection, openDatabase } from '@wp/mongo'
import type { Database, DatabaseOptions } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { platform } from './platform.ts'

type Options = Partial<Pick<DatabaseOptions, 'clock' | 'collections' | 'checkPlans' | 'beforeOperation'>>

/**
 * Opens a database. `wp_pos` is the running pos service's database; a new name opens an empty one. The caller must
 * close it.
 */
export const openTestDatabase = (name: string, options: Options = {}): Promise<Database> =>
  openDatabase({
    url: platform().mongoUrl,
    name,
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    collections: [],
    ...options,
  })

/**
 * Deletes the stored reply to a keyed request of a workspace, as if the service had crashed after the work and before
 * it stored the reply.
 */
export const forgetReply = async (db: Database, workspaceId: string, key: string): Promise<void> => {
  const id = `workspace:${workspaceId}:${key}`
  const forgotten = { reply: null, leaseUntil: new Date(0) }
  if (!(await db.global(idempotencyCollection)().updateIf({ id }, forgotten)))
    throw new Error(`No reply is stored for ${id}`)
}

type Envelope = { type: string; workspaceId: string; data: unknown }

/** Returns a workspace's events from a service's outbox, in order. */
export const listEvents = async (databaseName: string, workspaceId: string): Promise<Envelope[]> => {
  const db = await openTestDatabase(databaseName)
  try {
    const events: Envelope[] = []
    for await (const { envelope } of db.outbox.iterate(new Date(0))) {
      const event = JSON.parse(envelope) as Envelope
      if (event.workspaceId === workspaceId) events.push(event)
    }
    return events
  } finally {
    await db.close()
  }
}
