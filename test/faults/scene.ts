import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '@wp/bus/test/nats-server'
import { startDatabase } from '@wp/embedded-mongo/test/database-process'
import { startPlatform } from '@wp/local-platform'
import type { PlatformOptions, RunningInstance } from '@wp/local-platform'
import { apiOf, cheapHashing, eventually } from '@wp/testing'
import type { Api } from '@wp/testing'
import { MongoClient } from 'mongodb'
import { expect } from 'vitest'

/**
 * Set by `npm run wp -- test faults`, which runs the tests in full. `npm test` runs each of them for a few seconds.
 */
export const isFull = process.env['FULL'] === '1'

/** The seed for random numbers; set `FAULT_SEED` to repeat a run. */
export const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000)

/** Returns a generator of reproducible random numbers from 0 (inclusive) to 1 (exclusive). */
export const randomOf = (start: number) => {
  let state = start
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const report = (row: string, figures: Record<string, unknown>): void =>
  void process.stdout.write(`${row} ${JSON.stringify({ seed, ...figures })}\n`)

export type Shop = { workspaceId: string; token: string }

export const ownerPassword = 'correct-horse-1'

/** Starts a platform whose NATS and database can be killed, frozen and restarted. */
export const startScene = async ({
  preload,
  prepare,
  ...options
}: Pick<PlatformOptions, 'services' | 'replicas'> & {
  /** A module that is loaded into the database and the services, instead of the shiftable clock. */
  preload?: string
  /** Fills the empty database and data folder before the services start. */
  prepare?: (place: { uri: string; dataDir: string }) => Promise<void>
} = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-faults-'))
  const [nats, database] = await Promise.all([
    // NATS recommends a limit below that of its container; otherwise Go lets memory grow until it is collected.
    startNats({ env: { GOMEMLIMIT: '128MiB' } }),
    startDatabase(join(dataDir, 'database'), preload ? [`--import=${preload}`] : []),
  ])
  const shiftedClocksDir = join(dataDir, 'clocks')
  mkdirSync(shiftedClocksDir)
  const nodeOptions = `--import=${preload ?? import.meta.resolve('./shiftable-clock.mjs')}`
  const crashes: { name: string; how: string }[] = []
  const prepared = prepare?.({ uri: database.uri, dataDir }) ?? Promise.resolve()
  const starting = prepared.then(() =>
    startPlatform({
      dataDir,
      ...options,
      onCrash: ({ name, how }) => void crashes.push({ name, how }),
      mostRestartMs: 1000,
      env: {
        NATS_URL: nats.url(),
        MONGODB_URL: database.uri,
        NODE_OPTIONS: nodeOptions,
        SHIFTED_CLOCKS_DIR: shiftedClocksDir,
        RATE_LIMIT_DEFAULT: '1000000',
        RATE_LIMIT_SIGNUP: '1000000',
        RATE_LIMIT_AUTH: '1000000',
        RATE_LIMIT_ORDER: '1000000',
        RATE_LIMIT_BOOKING: '1000000',
        RATE_LIMIT_ORDER_PER_STORE: '1000000',
        // `npm test` runs on machines that stall for seconds.
        ...(isFull ? {} : { ...cheapHashing, MAX_WAITING_MS: '30000', DATABASE_DEADLINE_MS: '12000' }),
      },
    }),
  )
  const platform = await starting.catch(async (error: unknown) => {
    await Promise.all([nats.close(), database.close()])
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  const client = await MongoClient.connect(database.uri)
  const get = async (path: string): Promise<Response> => fetch(`${platform.gatewayUrl}/v1${path}`)
  const { plans } = (await (await get('/public/plans')).json()) as { plans: { id: string; slug: string }[] }
  const planId = plans.find(({ slug }) => slug === 'pro')!.id
  let signups = 0
  /** A restored database contains the accounts of another scene. */
  const startedAt = Date.now()

  /** Sends a signup request for a new owner and returns the response. */
  const askToSignUp = (email = `owner${(signups += 1)}-${startedAt}@faults.example`): Promise<Response> =>
    fetch(`${platform.gatewayUrl}/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        planId,
        businessCategorySlug: 'retail',
        email,
        password: ownerPassword,
        phone: '+14155550123',
      }),
    })
  return {
    ...platform,
    dataDir,
    nats,
    database,
    shiftedClocksDir,
    nodeOptions,
    /** The processes that exited unexpectedly. */
    crashes,
    get,
    askToSignUp,
    signUp: async (email?: string): Promise<Shop> => {
      const reply = await askToSignUp(email)
      if (reply.status !== 201) throw new Error(`Signup returned ${reply.status} ${await reply.text()}`)
      const { token, workspace } = (await reply.json()) as { token: string; workspace: { id: string } }
      return { token, workspaceId: workspace.id }
    },
    as: <const Contract extends object>(contract: Contract, shop: Shop): Api<Contract, 'workspaceId'> =>
      apiOf(contract, {
        baseUrl: `${platform.gatewayUrl}/v1`,
        token: shop.token,
        params: { workspaceId: shop.workspaceId },
      }),
    /**
     * Opens a WebSocket like a browser and closes it after the greeting; returns 200, or the reason for a failure.
     */
    connectSocket: ({ token }: Shop) =>
      new Promise<{ status: number | string }>((resolve) => {
        const url = `${platform.gatewayUrl}/v1/realtime`.replace('http', 'ws')
        const socket = new WebSocket(url, ['wp.v1', `bearer.${token}`])
        socket.onclose = ({ code }) => resolve({ status: `closed with ${code}` })
        socket.onmessage = () => {
          resolve({ status: 200 })
          socket.close()
        }
      }),
    /** Waits until the gateway routes to every replica, every process is ready, and four signups in a row succeed. */
    whenWhole: () =>
      eventually(
        async () => {
          const { services } = (await (await fetch(`${platform.gatewayUrl}/health`)).json()) as {
            services: Record<string, number>
          }
          for (const [name, instances] of Object.entries(platform.services))
            if (name !== 'gateway') expect(services[name]).toBeGreaterThanOrEqual(instances.length)
          for (const { name, ops } of Object.values(platform.services).flat()) {
            const ready = await fetch(`${ops}/ready`)
            expect(ready.status, `${name} says ${await ready.text()}`).toBe(200)
          }
          for (let signup = 0; signup < 4; signup += 1) expect((await askToSignUp()).status).toBe(201)
        },
        { everyMs: 100 },
      ),
    /** The database's client, for reading everything that the services store. */
    client,
    /** Opens a service's collection directly in the database. */
    collection: <Stored extends { _id: string }>(service: string, name: string) =>
      client.db(`wp_${service.replaceAll('-', '_')}`).collection<Stored>(name),
    stop: async () => {
      nats.thaw()
      database.thaw()
      for (const each of Object.values(platform.services).flat()) signal(each, 'SIGCONT')
      await client.close()
      await platform.kill()
      await Promise.all([nats.close(), database.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Scene = Awaited<ReturnType<typeof startScene>>

/** Sends a signal to an instance's process; returns false when it is not running. */
export const signal = ({ pid }: RunningInstance, name: NodeJS.Signals): boolean => {
  try {
    return pid !== undefined && process.kill(pid, name)
  } catch {
    return false
  }
}
