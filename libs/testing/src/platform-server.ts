import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allServices, startPlatform, type Platform } from '@wp/local-platform'
import type { TestPlatform } from './platform.ts'
import { testCaller, testDeclaration } from './service-identity.ts'

/** Hashing with production settings takes 35 ms of CPU time, and a whole run hashes thousands of passwords. */
export const cheapHashing = { PASSWORD_HASH_MEMORY_KIB: '64' }

/** Long enough for a busy machine, which may stall for many seconds. */
export const longDeadlines = {
  UPSTREAM_TIMEOUT_MS: '60000',
  REQUEST_DEADLINE_MS: '60000',
  RPC_DEADLINE_MS: '30000',
  DATABASE_DEADLINE_MS: '30000',
}

/** Limits stay enabled but are high enough for a fast run; tests that check limits lower them. */
export const generousLimits = {
  RATE_LIMIT_DEFAULT: '1000000',
  RATE_LIMIT_SIGNUP: '1000000',
  RATE_LIMIT_AUTH: '1000000',
  RATE_LIMIT_WEBHOOK: '1000000',
  RATE_LIMIT_ORDER: '1000000',
  RATE_LIMIT_ORDER_PER_STORE: '1000000',
  RATE_LIMIT_BOOKING: '1000000',
  RATE_LIMIT_ATTEMPT: '1000000',
  RATE_LIMIT_MODEL: '1000000',
  RATE_LIMIT_LARGE: '1000000',
  RATE_LIMIT_REDELIVERY: '1000000',
  RATE_LIMIT_API_KEY: '1000000',
  UPSTREAM_LATE_MS: '60000',
  MAX_WAITING_MS: '60000',
  BODY_IDLE_MS: '60000',
  LOGIN_FAILURES_PER_ADDRESS: '1000000',
  BOOTSTRAP_FAILURES_PER_ADDRESS: '1000000',
  SMS_PER_ADDRESS: '1000000',
  SMS_IN_ALL: '1000000',
}

const adminPassword = `admin-${randomBytes(12).toString('hex')}`
const adminEmail = 'root@platform.example'

/** Services to run, all by default. With `isApart`, each has its own process, for tests that kill one. */
export type PlatformChoice = { services?: string[]; isApart?: boolean }

export type PlatformServer = { url: string; close(): Promise<void> }

/** Creates the first admin and returns the platform in the form that tests use. */
export const toTestPlatform = async (platform: Platform): Promise<TestPlatform> => {
  const { gatewayUrl, bootstrapToken } = platform
  const reply = await fetch(`${gatewayUrl}/v1/auth/admin/bootstrap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bootstrap-token': bootstrapToken },
    body: JSON.stringify({ email: adminEmail, password: adminPassword }),
  })
  if (reply.status !== 201)
    throw new Error(`Could not create the first admin: ${reply.status} ${await reply.text()}`)
  const { stop: _stop, kill: _kill, ...addresses } = platform
  return { ...addresses, admin: { email: adminEmail, password: adminPassword } }
}

/**
 * Runs all services except the gateway in one process, so that libraries are loaded only once. The services share no
 * state and still communicate over gRPC, NATS and HTTP.
 */
const sharedProcess = (services: string[]) => ({
  program: new URL('./several-services.ts', import.meta.url).pathname,
  services: services.filter((name) => name !== 'gateway'),
})

const start = async (
  dataDir: string,
  { services = allServices(), isApart = false }: PlatformChoice,
): Promise<{ platform: Platform; shown: TestPlatform }> => {
  const platform = await startPlatform({
    dataDir,
    services,
    together: isApart ? [] : [sharedProcess(services)],
    // The shared process creates as many objects as a dozen services.
    newSpaceMb: 64,
    others: new Map([[testCaller, testDeclaration()]]),
    env: {
      ...generousLimits,
      ...longDeadlines,
      ...cheapHashing,
      CHECK_PLANS: '1',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
    },
    onCrash: ({ name, how, lastLines }) =>
      process.stderr.write(`${name} ${how}:\n  ${lastLines.slice(-5).join('\n  ')}\n`),
  })
  try {
    return { platform, shown: await toTestPlatform(platform) }
  } catch (error) {
    await platform.stop()
    throw error
  }
}

/**
 * Serves the test run's platform to the workers. The first request starts the platform, so that unit tests
 * run without it. `close` stops it and removes its data.
 */
export const servePlatform = async (choice: PlatformChoice): Promise<PlatformServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-test-'))
  const forget = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', forget)
  let starting: ReturnType<typeof start> | null = null
  const server = createServer((_request, response) => {
    starting ??= start(dataDir, choice)
    starting.then(
      ({ shown }) => response.end(JSON.stringify(shown)),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await starting?.then(({ platform }) => platform.kill()).catch(() => undefined)
      forget()
    },
  }
}
