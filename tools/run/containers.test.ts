import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@wp/bus'
import { startNats } from '@wp/bus/test/nats-server'
import { startServer } from '@wp/embedded-mongo'
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { MongoClient } from 'mongodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from '../root.ts'
import { hasEngine, startServers } from './containers.ts'
import { refusalOf, removeContents } from './contents.ts'

const command = join(root, 'tools/wp/main.ts')

describe('wp test containers', () => {
  it('exits with 77 when neither an engine nor server addresses are available', () => {
    const run = spawnSync(process.execPath, [command, 'test', 'containers'], {
      encoding: 'utf8',
      env: { PATH: '/nowhere', DOCKER_HOST: 'unix:///nowhere/docker.sock' },
    })
    expect(run.stdout).toBe(
      'skipped: there is no engine for containers, and MONGODB_URL and NATS_URL are not both set\n',
    )
    expect(run.status).toBe(77)
  })
})

describe('hasEngine', () => {
  it('finds an engine at the address in DOCKER_HOST, or at a usual socket', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wp-engine-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const host = (DOCKER_HOST: string) => hasEngine({ DOCKER_HOST, XDG_RUNTIME_DIR: folder })
    writeFileSync(join(folder, 'docker.sock'), '')
    expect(host('')).toBe(true)
    expect(host(`unix://${folder}/docker.sock`)).toBe(true)
    expect(host('tcp://127.0.0.1:2375')).toBe(true)
    expect(host(`unix://${folder}/podman.sock`)).toBe(false)
  })
})

describe('startServers', () => {
  const given = { MONGODB_URL: 'mongodb://db:27017', NATS_URL: 'nats://bus:4222' }
  const engine = { DOCKER_HOST: 'tcp://127.0.0.1:2375' }

  /** Simulates the containers; `nats` fails if it is null. */
  const fakeContainers = (natsUrl: string | null) => {
    const events: string[] = []
    const start = async (image: string, url: string | null) => {
      events.push(`start ${image}`)
      if (url === null) throw new Error('cannot pull the image')
      return { url, stop: async () => events.push(`stop ${image}`) }
    }
    const load = async () => ({
      startMongoDb: (image: string) => start(image, 'mongodb://localhost:5001'),
      startNats: (image: string) => start(image, natsUrl),
    })
    return { events, load }
  }

  it('uses the servers at MONGODB_URL and NATS_URL, without containers', async () => {
    const { events, load } = fakeContainers(null)
    expect(await startServers(given, load)).toMatchObject({
      source: 'MONGODB_URL and NATS_URL',
      mongodbUrl: given.MONGODB_URL,
      natsUrl: given.NATS_URL,
    })
    expect(events).toEqual([])
  })

  it("starts the compose file's images, and stops the containers", async () => {
    const { events, load } = fakeContainers('nats://localhost:5002')
    const servers = await startServers(engine, load)
    expect(servers).toMatchObject({
      source: 'a container and a container',
      mongodbUrl: 'mongodb://localhost:5001',
      natsUrl: 'nats://localhost:5002',
    })
    const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
    const images = events.map((event) => event.slice('start '.length))
    expect(images).toEqual([expect.stringMatching(/^mongo:/), expect.stringMatching(/^nats:/)])
    for (const image of images) expect(compose).toContain(`image: ${image}\n`)
    await servers!.stop()
    expect(events.slice(2).toSorted()).toEqual(images.map((image) => `stop ${image}`))
  })

  it('starts one container when the other server is given', async () => {
    const { events, load } = fakeContainers('nats://localhost:5002')
    const env = { ...engine, MONGODB_URL: given.MONGODB_URL }
    expect(await startServers(env, load)).toMatchObject({
      source: 'MONGODB_URL and a container',
      mongodbUrl: given.MONGODB_URL,
      natsUrl: 'nats://localhost:5002',
    })
    expect(events).toEqual([expect.stringMatching(/^start nats:/)])
  })

  it('stops one container when the other fails', async () => {
    const { events, load } = fakeContainers(null)
    await expect(startServers(engine, load)).rejects.toThrow('cannot pull the image')
    expect(events.at(-1)).toMatch(/^stop mongo:/)
  })
})

describe('refusalOf', () => {
  const startGiven = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wp-given-'))
    const [database, nats] = await Promise.all([startServer({ dataDir }), startNats()])
    onTestFinished(async () => {
      await Promise.all([database.close(), nats.close()])
      rmSync(dataDir, { recursive: true, force: true })
    })
    return { mongodbUrl: database.uri, natsUrl: nats.url() }
  }

  /** Creates a database and a bucket, like a platform. */
  const fill = async ({ mongodbUrl, natsUrl }: { mongodbUrl: string; natsUrl: string }) => {
    const client = new MongoClient(mongodbUrl)
    await client.db('wp_identity').collection('accounts').insertOne({ name: 'somebody' })
    await client.close()
    const logger = createLogger({ service: 'test', level: 'silent' })
    const bus = await openBus({
      url: natsUrl,
      service: 'test',
      clock: systemClock,
      logger,
      metrics: createMetrics('test'),
    })
    await bus.kv('manifests').put('a', 1)
    await bus.close()
  }
  it('returns a message that names the data on the servers, and null for empty servers', async () => {
    const servers = await startGiven()
    expect(await refusalOf(servers)).toBeNull()
    await fill(servers)
    expect(await refusalOf(servers)).toMatch(/^These servers contain wp_identity, .*KV_manifests.*--replace/)
    await removeContents(servers)
    expect(await refusalOf(servers)).toBeNull()
  })
})
