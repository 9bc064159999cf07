import { systemClock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import type { Collection } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { platform } from '@wp/testing'

/** The database of the labs that runs in the platform, or another one. */
export const openLabsDatabase = (collections: Collection<object>[] = [], name = 'wp_labs') =>
  openDatabase({
    url: platform().mongoUrl,
    name,
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    collections,
  })

type Envelope = { type: string; workspaceId: string; data: unknown }

/** The events that labs has published about a workspace, in their order. */
export const publishedBy = async (workspaceId: string): Promise<Envelope[]> => {
  const db = await openLabsDatabase()
  try {
    const events: Envelope[] = []
    for await (const { envelope } of db.outbox.kept(new Date(0))) {
      const event = JSON.parse(envelope) as Envelope
      if (event.workspaceId === workspaceId) events.push(event)
    }
    return events
  } finally {
    await db.close()
  }
}
