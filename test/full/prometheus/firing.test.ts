import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot, startPlatform, type Platform } from '@wp/local-platform'
import { eventually } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPrometheus, type Prometheus } from './prometheus.ts'

const minute = 60_000
const folder = mkdtempSync(join(tmpdir(), 'wp-firing-'))
let own: Platform
let prometheus: Prometheus

/** The rules with seconds instead of minutes, so that alerts fire during a test. */
const impatientRules = (): string => {
  const file = join(folder, 'rules.yaml')
  const rules = readFileSync(join(repositoryRoot, 'helm/platform/files/rules.yaml'), 'utf8')
  writeFileSync(
    file,
    rules
      .replaceAll(/for: \d+m/g, 'for: 2s')
      .replace('outbox_oldest_seconds) > 60', 'outbox_oldest_seconds) > 6'),
  )
  return file
}

beforeAll(async () => {
  own = await startPlatform({
    dataDir: join(folder, 'data'),
    services: ['gateway', 'identity', 'admin-billing'],
    env: { LOG_LEVEL: 'fatal' },
  })
  prometheus = await startPrometheus(impatientRules(), own.services)
}, 2 * minute)

afterAll(async () => {
  await prometheus?.stop()
  await own?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the test of the charts, which signs up a workspace. */
const signUp = () =>
  promisify(execFile)(process.execPath, [join(repositoryRoot, 'helm/service/files/signup-test.mjs')], {
    env: { GATEWAY_URL: own.gatewayUrl },
  })

const ofNats = /^(NatsDisconnected|OutboxWaits)/
const patience = { withinMs: 2 * minute, everyMs: 500 }

describe('an outage of NATS', () => {
  it(
    'pages for every service and for waiting events, until NATS answers again',
    { timeout: 6 * minute },
    async () => {
      const firing = async () => (await prometheus.listFiring()).filter((alert) => ofNats.test(alert))
      await eventually(async () => expect(await firing()).toEqual([]), patience)
      const { pid } = own.processes().find(({ name }) => name === 'nats')!
      process.kill(pid!, 'SIGSTOP')
      try {
        await signUp()
        await eventually(
          async () =>
            expect(await firing()).toEqual(
              expect.arrayContaining([
                'NatsDisconnected admin-billing',
                'NatsDisconnected gateway',
                'NatsDisconnected identity',
                'OutboxWaits identity',
              ]),
            ),
          patience,
        )
      } finally {
        process.kill(pid!, 'SIGCONT')
      }
      await eventually(async () => expect(await firing()).toEqual([]), patience)
    },
  )
})
