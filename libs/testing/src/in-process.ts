import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '@wp/kernel'
import { startPlatform } from '@wp/local-platform'
import {
  createFaults,
  startService,
  type Faults,
  type RunningService,
  type ServiceDefinition,
} from '@wp/runtime'
import { expect } from 'vitest'
import { apiOf, type Api } from './api.ts'
import { eventually } from './eventually.ts'
import { cheapHashing, longDeadlines } from './platform-server.ts'
import { peerSettings, platform } from './platform.ts'

export type InProcess = RunningService & {
  faults: Faults
  logLines: string[]
  /** The service's NATS server, for publishing other services' events. */
  natsUrl: string
  /** Returns an API client that calls the service directly with the caller's token and workspace. */
  as<const C extends object>(
    contract: C,
    caller: { token?: string; workspaceId?: string },
  ): Api<C, 'workspaceId'>
}

/** Returns a data folder for a service, and the NATS server in its settings or a new one. */
const messaging = async (given: string | undefined) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-in-process-'))
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  if (given) return { dataDir, natsUrl: given, end: async () => removeData() }
  // Never uses the test run's NATS server, even when NATS_URL is set.
  const env = { MONGODB_URL: platform().mongoUrl, NATS_URL: '' }
  const { natsUrl, kill } = await startPlatform({ dataDir, services: [], env })
  return { dataDir, natsUrl, end: () => kill().finally(removeData) }
}

/**
 * Runs a service inside the test, with a test clock or faults. It has its own database and, unless `env` contains
 * NATS_URL, its own NATS server, so it receives no events from the running platform, but it uses that platform's other
 * services and tokens. Returns when it is ready. `stop` stops the service and its NATS server.
 */
export const inProcess = async (
  definition: ServiceDefinition,
  options: { clock?: Clock; env?: Record<string, string> } = {},
): Promise<InProcess> => {
  const { dataDir, natsUrl, end } = await messaging(options.env?.['NATS_URL'])
  const faults = createFaults()
  const logLines: string[] = []
  const keys = join(platform().dataDir, 'keys')
  const env = {
    MONGODB_URL: platform().mongoUrl,
    DATABASE_PREFIX: `t${randomBytes(6).toString('hex')}_`,
    NATS_URL: natsUrl,
    NATS_STREAM_MB: '64',
    ...longDeadlines,
    NODE_ENV: 'development',
    CHECK_PLANS: '1',
    PUBLIC_URL: platform().gatewayUrl,
    ...cheapHashing,
    DATA_DIR: dataDir,
    CREDENTIALS_DIR: join(platform().credentialsDir, definition.name),
    ENCRYPTION_KEYS_FILE: join(keys, 'encryption-keys.json'),
    HMAC_KEY_FILE: join(keys, 'hmac-key'),
    BOOTSTRAP_TOKEN: platform().bootstrapToken,
    SIGNING_KEYS_FILE: join(keys, 'signing-keys.json'),
    ...peerSettings(),
    ...options.env,
  }
  const logTo = { write: (line: string) => void logLines.push(line) }
  const service = await startService(definition, {
    env,
    faults,
    logTo,
    clock: options.clock,
    register: false,
    drain: {
      quietMs: 0,
      capMs: 2_000,
    },
  }).catch(async (error: unknown) => {
    await end()
    throw error
  })
  await eventually(async () => expect(await fetch(`${service.opsUrl}/ready`)).toMatchObject({ status: 200 }))
  return {
    ...service,
    faults,
    logLines,
    natsUrl,
    as: (contract, { token, workspaceId }) =>
      apiOf(contract, {
        baseUrl: service.url,
        token,
        params: workspaceId === undefined ? undefined : { workspaceId },
      }),
    stop: async () => {
      faults.throwOnStore(null)
      await service.stop()
      await end()
    },
  }
}
