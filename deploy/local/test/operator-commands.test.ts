import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { platformFiles, startPlatform, type Platform } from '@wp/local-platform'
import { documentedCommands, nameOf, outputsOf } from '@wp/local-platform/test/documented-commands'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeImage } from '../src/images/write-image.ts'
import { startRecordingProxy } from './recording-proxy.ts'

const minute = 60_000

const chosen = { service: 'contests', removed: 'contests' }
const documented = documentedCommands(chosen)
const outputs = outputsOf(chosen)

const folder = mkdtempSync(join(tmpdir(), 'wp-operator-'))
let servers: Platform
let proxy: Awaited<ReturnType<typeof startRecordingProxy>>

beforeAll(async () => {
  servers = await startPlatform({ dataDir: join(folder, 'data'), services: [] })
  proxy = await startRecordingProxy(Number(new URL(servers.mongoUrl).port))
  for (const service of ['identity', 'contests']) await writeImage(service, join(folder, service))
}, 3 * minute)

afterAll(async () => {
  proxy?.close()
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command in the folder of a service's image, with the environment of a pod. */
const runIn = async (service: string, command: string) => {
  const keys = join(folder, 'data/keys')
  const database = new URL(servers.mongoUrl)
  database.port = `${proxy.port}`
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    NODE_ENV: 'development',
    MONGODB_URL: database.href,
    NATS_URL: servers.natsUrl.replace(/\/\/[^@]*@/, '//'),
    IDENTITY_RPC: '127.0.0.1:1',
    ADMIN_BILLING_RPC: '127.0.0.1:1',
    ...(service === 'identity' && {
      SIGNING_KEYS_FILE: join(keys, 'signing-keys.json'),
      ENCRYPTION_KEYS_FILE: join(keys, 'encryption-keys.json'),
      HMAC_KEY_FILE: join(keys, 'hmac-key'),
      PASSWORD_HASH_MEMORY_KIB: '64',
    }),
  }
  const seed = platformFiles(servers.credentialsDir).operatorSeed
  const line = command.replace('credentials/operator/nats.seed', seed)
  return promisify(execFile)('sh', ['-c', line], { cwd: join(folder, service), env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: `${stdout}${stderr}`.trim() }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: `${error.stdout}${error.stderr}`.trim(),
    }),
  )
}

describe('an operator command in an image', { timeout: 2 * minute }, () => {
  it.each(documented.map(({ service, command }) => [service, command] as const))(
    'works in a container of %s: %s',
    async (service, command) => {
      proxy.commands.clear()
      const { code, text } = await runIn(service, command)
      expect({ code, text }).toEqual({
        code: 0,
        text: expect.stringMatching(outputs[nameOf(command, outputs)] ?? /^never$/),
      })
      // A user for one database may send these commands, and those of its own database.
      const foreign = [...proxy.commands].filter(
        (name) =>
          !name.startsWith(`wp_${service}.`) &&
          !/^admin\.(hello|buildInfo|ping|sasl\w+|endSessions|getParameter|commitTransaction|abortTransaction)$/.test(
            name,
          ),
      )
      expect(foreign).toEqual([])
      const hasDatabase = !/ (nats|sharding) /.test(command)
      expect([...proxy.commands].some((name) => name.startsWith(`wp_${service}.`))).toBe(hasDatabase)
    },
  )

  it('is documented', async () => {
    const { text } = await runIn('identity', 'node main.mjs admin')
    const names = [...text.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => `admin ${name}`)
    expect(names.length).toBeGreaterThan(4)
    // In a cluster, every service replays its own events.
    const expected = new Set([...names.filter((name) => name !== 'admin replay'), ...Object.keys(outputs)])
    expect(new Set(documented.map(({ command }) => nameOf(command, outputs)))).toEqual(expected)
  })

  it("prints its usage for an unknown command, and says where to replay another service's events", async () => {
    expect(await runIn('contests', 'node main.mjs dance')).toMatchObject({
      code: 1,
      text: expect.stringContaining('replay [--since <time>]'),
    })
    expect(await runIn('identity', 'node main.mjs help')).toMatchObject({
      code: 0,
      text: expect.stringContaining('admin [command]'),
    })
    expect(await runIn('identity', 'node main.mjs admin replay pos')).toMatchObject({
      code: 1,
      text: expect.stringContaining('run node main.mjs replay in a pod of the service'),
    })
  })
})
