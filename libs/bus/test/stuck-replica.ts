import { connect } from 'nats'
import { toConnectionOptions } from '../src/nats-connection.ts'
import { openManager } from '../src/streams.ts'

const batch = 100
/** Shorter than the time after which NATS hands out an event again. */
const workingMs = 5000

/**
 * Receives an event of an ordered consumer and never finishes it, like a hanging replica. Meanwhile, `count`
 * messages of `bytes` bytes, which the consumer ignores, wait behind it. `release` empties the stream.
 */
export const hangReplica = async (
  url: string,
  where: { stream: string; consumer: string; subject: string },
  { count, bytes }: { count: number; bytes: number },
): Promise<{ release(): Promise<void> }> => {
  const { stream, subject } = where
  const connection = await connect(toConnectionOptions(url))
  const manager = await openManager(connection)
  const jetStream = connection.jetstream()
  const durables: string[] = []
  for await (const { name, config } of manager.consumers.list(stream))
    if (name.startsWith(where.consumer) && matches(config.filter_subject ?? '', subject)) durables.push(name)
  const consumer = await jetStream.consumers.get(stream, durables[0]!)
  // The request of the real replica is served first, until NATS gives it up after 30 s.
  const taking = consumer.next({ expires: 120_000 })
  const publishing = setInterval(() => void jetStream.publish(subject, '{}').catch(() => undefined), 500)
  const event = await taking.finally(() => clearInterval(publishing))
  if (!event) throw new Error(`No event of ${stream} was delivered`)
  const working = setInterval(() => event.working(), workingMs)
  const filler = 'x'.repeat(bytes)
  for (let sent = 0; sent < count; sent += batch)
    await Promise.all(Array.from({ length: batch }, () => jetStream.publish(subject, filler)))
  return {
    release: async () => {
      clearInterval(working)
      event.ack()
      // NATS 2.9 keeps counting the bytes of messages that were purged by subject.
      await manager.streams.purge(stream)
      await connection.close()
    },
  }
}

const matches = (filter: string, subject: string): boolean => {
  const parts = subject.split('.')
  return filter.split('.').every((part, at) => part === '*' || part === parts[at])
}
