import { AckPolicy, connect } from 'nats'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from '../src/operator/main.ts'
import { ensureStream, openManager } from '../src/streams.ts'
import { startNatsCluster } from './nats-cluster.ts'

const mb = 2 ** 20

describe('wp nats streams in a cluster', () => {
  it('replicates streams during publishing, and loses no event when the first server dies', async () => {
    const cluster = await startNatsCluster()
    onTestFinished(cluster.close)
    const connection = await connect({ servers: cluster.url.split(','), waitOnFirstConnect: true })
    onTestFinished(() => connection.close())
    const [jetStream, manager] = [connection.jetstream(), await openManager(connection)]
    const soon = { timeout: 30_000, interval: 50 }
    await vi.waitFor(() => ensureStream(manager, 'labs', { replicas: 1, maxBytes: 4 * mb }), soon)
    await jetStream.views.kv('routes', { replicas: 1, max_bytes: 4 * mb })
    await manager.consumers.add('wp-labs', { durable_name: 'pos_on-labs_1', ack_policy: AckPolicy.Explicit })

    const acknowledged: string[] = []
    const publishing = { isOver: false }
    const publish = async (): Promise<void> => {
      while (!publishing.isOver) {
        const text = `event ${acknowledged.length}`
        const send = () => jetStream.publish('wp.labs.w.test.created', text, { msgID: text, timeout: 1000 })
        await vi.waitFor(send, { timeout: 150_000, interval: 50 })
        acknowledged.push(text)
      }
    }
    const load = publish()
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(50), soon)
    const { leader } = (await manager.streams.info('wp-labs')).cluster!
    const output = await runCommand(['streams', '--replicas', '3', '--mb', '8'], { NATS_URL: cluster.url })
    expect(output.split('\n').toSorted()).toEqual([
      'KV_routes: 3 replicas, 8 MiB (was 1 replicas, 4 MiB)',
      'wp-labs: 3 replicas, 8 MiB (was 1 replicas, 4 MiB)',
    ])
    const copies = [
      () => manager.streams.info('wp-labs'),
      () => manager.streams.info('KV_routes'),
      () => manager.consumers.info('wp-labs', 'pos_on-labs_1'),
    ]
    for (const read of copies)
      await vi.waitFor(async () => {
        const { leader, replicas = [] } = (await read()).cluster!
        expect([leader, ...replicas.map(({ current }) => current)]).toEqual([expect.any(String), true, true])
      }, soon)
    await cluster.kill(leader!)
    const atKill = acknowledged.length
    // NATS 2.9 sometimes takes more than 30 s to find a new leader.
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(atKill + 50), { timeout: 150_000 })
    publishing.isOver = true
    await load
    const { last_seq: count } = (await manager.streams.info('wp-labs')).state
    const stored: string[] = []
    for (let seq = 1; seq <= count; seq += 1) {
      const read = () => manager.streams.getMessage('wp-labs', { seq })
      stored.push((await vi.waitFor(read, soon)).string())
    }
    expect(stored).toEqual(acknowledged)
  }, 240_000)
})
