import type { OutboxRecord } from '@wp/mongo'
import type { JetStreamClient } from 'nats'

const inFlight = 64
const ackMs = 5000

export type Published = { ids: string[]; failure: unknown }

/**
 * Publishes in order, 64 in flight, never two of one aggregate at once. The first failure stops the rest: what follows it
 * must not overtake it.
 */
export const publishInOrder = async (
  client: JetStreamClient,
  records: readonly OutboxRecord[],
): Promise<Published> => {
  const ids: string[] = []
  const running = new Set<Promise<boolean>>()
  const last = new Map<string, Promise<boolean>>()
  let failure: unknown

  const send = async (record: OutboxRecord, before: Promise<boolean> | undefined): Promise<boolean> => {
    if (before && !(await before)) return false
    try {
      await client.publish(record.type, Buffer.from(record.envelope), { msgID: record.id, timeout: ackMs })
      ids.push(record.id)
      return true
    } catch (error) {
      failure ??= error
      return false
    }
  }

  for (const record of records) {
    if (running.size >= inFlight) await Promise.race(running)
    if (failure !== undefined) break
    const sent = send(record, record.aggregate === null ? undefined : last.get(record.aggregate))
    if (record.aggregate !== null) last.set(record.aggregate, sent)
    running.add(sent)
    void sent.then(() => running.delete(sent))
  }
  await Promise.all(running)
  return { ids, failure }
}
