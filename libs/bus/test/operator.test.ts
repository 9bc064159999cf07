import { AckPolicy, connect } from 'nats'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../src/operator/main.ts'
import { ensureDeadLetters, ensureStream, openManager } from '../src/streams.ts'
import { startNats } from './nats-server.ts'

const mb = 2 ** 20

const connectTo = async (url: string) => {
  const connection = await connect({ servers: url.split(','), waitOnFirstConnect: true })
  onTestFinished(() => connection.close())
  return { connection, jetStream: connection.jetstream(), manager: await openManager(connection) }
}

const startServer = async () => {
  const server = await startNats()
  onTestFinished(server.close)
  const run = (...args: string[]) => runCommand(args, { NATS_URL: server.url() })
  return { run, ...(await connectTo(server.url())) }
}

describe('wp nats streams', () => {
  it('keeps the limit of a stream that already exceeds it, and changes nothing when the settings match', async () => {
    const { run, jetStream, manager } = await startServer()
    await ensureStream(manager, 'labs', { replicas: 1, maxBytes: 4 * mb })
    await manager.streams.add({ name: 'other', subjects: ['other'], max_bytes: 7 * mb })
    for (let count = 0; count < 3; count += 1)
      await jetStream.publish('wp.labs.w.test.created', new Uint8Array(mb / 2))
    expect(await run('streams', '--replicas', '1', '--mb', '1')).toBe(
      'wp-labs stores 2 MiB, more than 1 MiB; its limit is unchanged',
    )
    expect(await run('streams', '--replicas', '1', '--mb', '4')).toBe('All streams have these settings')
    expect((await manager.streams.info('wp-labs')).config.max_bytes).toBe(4 * mb)
    expect((await manager.streams.info('other')).config.max_bytes).toBe(7 * mb)
  })
})

describe('wp nats remove-service', () => {
  it("removes only this service's routes, stream, consumers and dead letters", async () => {
    const { run, jetStream, manager } = await startServer()
    const options = { replicas: 1 }
    for (const service of ['labs', 'pos']) await ensureStream(manager, service, options)
    await ensureDeadLetters(manager, options)
    for (const service of ['labs', 'pos'])
      await manager.consumers.add('wp-pos', {
        durable_name: `${service}_on-sales_1`,
        ack_policy: AckPolicy.Explicit,
      })
    for (const service of ['labs', 'pos']) await jetStream.publish(`wp-dead-letter.${service}.on-sales`, 'x')
    const bucket = (name: string) => jetStream.views.kv(name)
    for (const name of ['routes', 'openapi'])
      for (const service of ['labs', 'pos']) await (await bucket(name)).put(service, '{}')
    const manifests = await bucket('manifests')
    await manifests.put('labs.1', '{}')

    await expect(run('remove-service', 'labs')).rejects.toThrow('labs is still registered (labs.1)')
    expect(await (await bucket('routes')).get('labs')).not.toBeNull()
    await manifests.delete('labs.1')
    const output = await run('remove-service', 'labs')
    expect(output.split('\n')).toEqual([
      'Removed:',
      '- the key labs of the bucket routes',
      '- the key labs of the bucket openapi',
      '- 1 dead letters',
      '- the stream wp-labs',
      '- the consumer labs_on-sales_1 of wp-pos',
      'Its database, files and credentials were kept',
    ])
    expect((await manager.streams.info('wp-pos')).state.consumer_count).toBe(1)
    await expect(manager.streams.info('wp-labs')).rejects.toThrow('stream not found')
    expect((await manager.streams.info('wp-dead-letters')).state.messages).toBe(1)
    expect((await (await bucket('routes')).get('pos'))?.string()).toBe('{}')
    expect(await run('remove-service', 'labs')).toBe('NATS stores nothing for labs')
  })

  it('marks the routes of a service as deleted even if NATS has lost them', async () => {
    const { run, jetStream } = await startServer()
    const routes = await jetStream.views.kv('routes')
    expect(await run('remove-service', 'labs')).toBe('NATS stores nothing for labs')
    expect((await routes.get('labs'))?.operation).toBe('PURGE')
  })
})

describe('wp nats', () => {
  it('prints the usage for an unknown command, and names missing and invalid settings', async () => {
    const run = (args: string[], env: NodeJS.ProcessEnv = {}) => runCommand(args, env)
    await expect(run([])).rejects.toThrow('npm run wp -- nats <command>')
    await expect(run(['remove-service'])).rejects.toThrow('npm run wp -- nats <command>')
    await expect(run(['streams', '--replicas', 'many'])).rejects.toThrow(
      '--replicas must be a positive integer',
    )
    await expect(run(['streams'], { NATS_REPLICAS: '1', NATS_STREAM_MB: '8' })).rejects.toThrow(
      'NATS_URL is required',
    )
    await expect(run(['remove-service', 'labs'], { NATS_URL: 'nats://127.0.0.1:1' })).rejects.toThrow(
      'Cannot connect to NATS',
    )
  })
})
