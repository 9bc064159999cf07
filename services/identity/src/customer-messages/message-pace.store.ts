import type { Id } from '@wp/kernel'
import { collection, isPlausible } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** When the next message of a workspace may be sent, so that one workspace does not delay the messages of others. */
type PaceRecord = { nextAt: Date }

export const messagePaceCollection = collection<PaceRecord>('message_paces', 'Pace', { nextAt: Date }, [
  { keys: { workspaceId: 1 }, unique: true },
  { keys: { nextAt: 1 }, ttlSeconds: 86_400 },
])

export type MessagePace = { perMinute: number }

const minuteMs = 60_000

export const messagePaceStore = (db: Database) => {
  const paces = db.tenant(messagePaceCollection)
  return {
    /**
     * Reserves the next time to send a message, in the current transaction. A minute's worth of messages can
     * be sent immediately; further ones are spread evenly. Returns null when the message would wait too long.
     */
    reserve: async (
      workspaceId: Id,
      now: Date,
      maxDelayMs: number,
      { perMinute }: MessagePace,
    ): Promise<Date | null> => {
      db.requireTransaction()
      const pace = await paces(workspaceId).findOne({})
      const intervalMs = minuteMs / perMinute
      const earliest = now.getTime() - Math.max(0, minuteMs - intervalMs)
      // A process whose clock was ahead may have set a time far in the future, which would block messages
      // until then.
      const nextAt =
        pace && isPlausible(pace.nextAt, now, maxDelayMs + intervalMs) ? pace.nextAt.getTime() : 0
      const slot = Math.max(nextAt, earliest)
      if (slot > now.getTime() + maxDelayMs) return null
      await paces(workspaceId).upsert({}, { nextAt: new Date(slot + intervalMs) })
      return new Date(Math.max(slot, now.getTime()))
    },
  }
}
export type MessagePaceStore = ReturnType<typeof messagePaceStore>
