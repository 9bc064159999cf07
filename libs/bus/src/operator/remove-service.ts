import { AppError } from '@wp/kernel'
import type { KV } from 'nats'
import { deadLetterStream, deadLetterSubject, streamName } from '../stream-names.ts'
import { isNotFound, openManager } from '../streams.ts'
import type { OperatorConnection } from './operator-connection.ts'
import { readAll } from './read-all.ts'

/** Keys of these buckets are the service's name. */
const buckets = ['routes', 'openapi']

/**
 * Removes everything that NATS stores for a service: its routes, OpenAPI document, event stream, consumers
 * and dead letters. Refuses while a process of the service is registered, because it would create them again.
 */
export const removeService = async (connection: OperatorConnection, service: string): Promise<string> => {
  const manager = await openManager(connection)
  const orNull = async <Result>(work: Promise<Result>): Promise<Result | null> =>
    work.catch((error: unknown) => {
      if (isNotFound(error)) return null
      throw error
    })
  const findBucket = async (bucket: string): Promise<KV | null> => {
    const info = await orNull(manager.streams.info(`KV_${bucket}`))
    return info && connection.jetstream().views.kv(bucket, { bindOnly: true })
  }
  const keysOf = async (bucket: string): Promise<string[]> => {
    const kv = await findBucket(bucket)
    const keys = kv ? await readAll(await kv.keys()) : []
    return keys.filter((key) => key === service || key.startsWith(`${service}.`))
  }

  const running = await keysOf('manifests')
  if (running.length > 0)
    throw new AppError(
      'CONFLICT',
      `${service} is still registered (${running.join(', ')}); stop all its processes first. A killed process stays registered for two minutes`,
    )
  const removed: string[] = []
  for (const bucket of buckets) {
    if ((await keysOf(bucket)).length > 0) removed.push(`the key ${service} of the bucket ${bucket}`)
    // Even if the key is absent, because gateways keep entries that NATS has lost, but not deleted ones.
    await (await findBucket(bucket))?.purge(service)
  }
  const letters = await orNull(
    manager.streams.purge(deadLetterStream, { filter: deadLetterSubject(service, '>') }),
  )
  if (letters && letters.purged > 0) removed.push(`${letters.purged} dead letters`)
  const own = streamName(service)
  for (const { config } of await readAll(manager.streams.list())) {
    if (config.name === own) {
      await manager.streams.delete(own)
      removed.push(`the stream ${own}`)
      continue
    }
    for (const consumer of await readAll(manager.consumers.list(config.name)))
      if (consumer.name.startsWith(`${service}_`)) {
        await manager.consumers.delete(config.name, consumer.name)
        removed.push(`the consumer ${consumer.name} of ${config.name}`)
      }
  }
  if (removed.length === 0) return `NATS stores nothing for ${service}`
  return `Removed:\n${removed.map((each) => `- ${each}`).join('\n')}\nIts database, files and credentials were kept`
}
