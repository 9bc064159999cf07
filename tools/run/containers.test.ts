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
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { root } from '../root.ts'
import { startServers } from './containers.ts'
import { refusalOf, removeContents } from './contents.ts'

const command = join(root, 'tools/wp/main.ts')

describe('wp test containers', () => {
  it('exits with 77 when neither Docker nor server addresses are available', () => {
    const run = spawnSync(process.execPath, [command, 'test', 'containers'], {
      encoding: 'utf8',
      env: { PATH: '/nowhere' },
    })
    expect(run.stdout).toBe(
      'skipped: Docker is not available, and MONGODB_URL and NATS_URL are not both set\n',
    )
    expect(run.status).toBe(77)
  })
})

describe('startServers', () => {
  it('uses the servers at MONGODB_URL and NATS_URL', async () => {
    const given = { MONGODB_URL: 'mongodb://db:27017', NATS_URL: 'nats://bus:4222' }
    expect(await startServers(given)).toMatchObject({
      mongodbUrl: given.MONGODB_URL,
      natsUrl: given.NATS_URL,
    })
  })

  /** Simulates Docker: records calls, and runs the script in `MONGO_RUN` or `NATS_RUN` when that image is started. */
  const dockerProgram = `#!/bin/sh
echo "$@" >> "$CALLS"
case "$*" in
  run*mongo:*) eval "$MONGO_RUN"; echo mongo ;;
  run*nats:*) eval "$NATS_RUN"; echo nats ;;
  port*mongo*) echo 127.0.0.1:5001 ;;
  port*nats*) echo 127.0.0.1:5002 ;;
esac
`

  const withDocker = (runs: { mongo?: string; nats?: string } = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'wp-docker-'))
    const calls = join(folder, 'calls')
    writeFileSync(join(folder, 'docker'), dockerProgram, { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    vi.stubEnv('CALLS', calls)
    vi.stubEnv('MONGO_RUN', runs.mongo ?? '')
    vi.stubEnv('NATS_RUN', runs.nats ?? '')
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    return { calls: () => readFileSync(calls, 'utf8').trim().split('\n') }
  }

  it("starts the compose file's images on loopback and removes the containers", async () => {
    const docker = withDocker()
    const servers = await startServers({})
    expect(servers).toMatchObject({
      source: 'containers',
      mongodbUrl: 'mongodb://127.0.0.1:5001/?directConnection=true',
      natsUrl: 'nats://127.0.0.1:5002',
    })
    await servers!.stop()
    const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
    const runs = docker.calls().filter((call) => call.startsWith('run '))
    expect(runs).toHaveLength(2)
    for (const call of runs) {
      expect(call).toContain('--publish 127.0.0.1::')
      expect(compose).toContain(`image: ${/(?:mongo|nats):\S+/.exec(call)![0]}\n`)
    }
    expect(docker.calls().findLast((call) => call.startsWith('rm '))).toMatch(
      /^rm --force (mongo nats|nats mongo)$/,
    )
  })

  it('removes a container that starts after another one has failed', async () => {
    const docker = withDocker({
      mongo: 'while ! grep -q nats: "$CALLS"; do :; done; sleep 0.2',
      nats: 'exit 1',
    })
    await expect(startServers({})).rejects.toThrow('nats')
    expect(docker.calls()).toContain('rm --force mongo')
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
