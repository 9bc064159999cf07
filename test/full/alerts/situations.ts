import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hangReplica } from '@wp/bus/test/stuck-replica'
import { openBus } from '@wp/bus'
import { manifestsBucket, manifestTtlMs } from '@wp/http'
import { newId, systemClock } from '@wp/kernel'
import { repositoryRoot } from '@wp/local-platform'
import { adminBillingService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { eventually, tokensOf } from '@wp/testing'
import { MongoClient } from 'mongodb'
import { absentService, thaw, type Scene } from './scene.ts'

/** A fault that is injected into the running platform. All metrics come from the platform. */
type Situation = {
  breaks: string
  ends: string
  /** The alerts that must fire, each with its service or stream. */
  alerts: readonly string[]
  /** Injects the fault and returns a function that repairs it. */
  start(scene: Scene): Promise<() => void | Promise<void>>
}

const watcher = () => ({
  logger: createLogger({ service: 'tests', level: 'silent' }),
  metrics: createMetrics('tests'),
})

const pidOf = ({ platform }: Scene, name: string): number =>
  platform.processes().find((each) => each.name === name)!.pid!

/** Freezes a process. */
const freeze = (scene: Scene, name: string): void => void process.kill(pidOf(scene, name), 'SIGSTOP')

/** Repeats some work until it is stopped. */
const repeat = (pauseMs: number, work: () => unknown): (() => Promise<void>) => {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await Promise.resolve(work()).catch(() => undefined)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return () => {
    stopping.abort()
    return ended
  }
}

/** Freezes a process repeatedly. */
const stutter = (scene: Scene, name: string, stoppedMs: number, runningMs: number): (() => Promise<void>) =>
  repeat(runningMs, async () => {
    freeze(scene, name)
    await delay(stoppedMs)
    thaw(scene.platform, name)
  })

/** Sends logins to identity, four at a time, and reads the plans of admin-billing. */
export const sendRequests = ({ platform: { gatewayUrl } }: Scene): (() => Promise<unknown>) => {
  const logIn = () =>
    fetch(`${gatewayUrl}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"nobody@shop.example","password":"wrong-horse-1"}',
    }).then((reply) => reply.text())
  const readPlans = () => fetch(`${gatewayUrl}/v1/public/plans`).then((reply) => reply.text())
  const loops = [logIn, logIn, logIn, logIn, readPlans].map((work) => repeat(100, work))
  return () => Promise.all(loops.map((stop) => stop()))
}

/** A reminder of a workspace that scheduling does not know, so that the job requests it from identity. */
const insertReminder = async ({ platform }: Scene): Promise<void> => {
  const client = await MongoClient.connect(platform.mongoUrl)
  const now = new Date()
  await client
    .db('wp_scheduling')
    .collection<{ _id: string }>('session_reminders')
    .insertOne({
      _id: newId(),
      workspaceId: newId(),
      sessionId: newId(),
      after: now,
      checkAt: now,
      settingsVersion: 0,
      settingsKey: '',
      createdAt: now,
      updatedAt: now,
    } as { _id: string })
  await client.close()
}

export const slowIdentity: Situation = {
  breaks: 'identity stands still for three seconds at a time',
  ends: 'it runs again',
  alerts: ['SlowRequests'],
  start: async (scene) => stutter(scene, 'identity', 3000, 300),
}

export const frozenIdentity: Situation = {
  breaks: 'identity is frozen while requests and a job need it',
  ends: 'it continues',
  alerts: [
    'ErrorBudgetBurnsFast',
    'ErrorBudgetBurnsSlowly',
    'JobsFail scheduling',
    'NoReplicasBehindGateway identity',
    'RevocationFeedStale gateway',
    'RevocationFeedStale scheduling',
    'ServiceDown identity',
    'ServiceErrors gateway',
  ],
  start: async (scene) => {
    freeze(scene, 'identity')
    await insertReminder(scene)
    return () => thaw(scene.platform, 'identity')
  },
}

export const others: readonly Situation[] = [
  {
    breaks: 'a replica of webhooks hangs while it handles an event, and large messages pile up behind it',
    ends: 'it handles the event, and the stream is purged',
    alerts: [
      'ConsumerLags webhooks',
      'ConsumerStalled webhooks',
      'JetStreamFills',
      'StreamFills wp-scheduling',
    ],
    start: async ({ platform }) => {
      const where = {
        stream: 'wp-scheduling',
        consumer: 'webhooks_on-public-event_',
        subject: 'wp.scheduling.filler.published-0.v1',
      }
      const replica = await hangReplica(platform.natsUrl, where, { count: 2500, bytes: 4096 })
      return () => replica.release()
    },
  },
  {
    breaks: 'an event cannot be handled',
    ends: 'it is among the dead letters for a while',
    alerts: ['DeadLetters webhooks'],
    start: async ({ platform }) => {
      const bus = await openBus({ url: platform.natsUrl, service: 'tests', clock: systemClock, ...watcher() })
      bus.publishCore('wp.scheduling.client.published-1.v1-x', {
        id: newId(),
        type: 'wp.scheduling.client.published.v1',
        time: new Date().toISOString(),
        workspaceId: newId(),
        requestId: null,
        traceparent: null,
        data: { type: 'client.created' },
      })
      return () => bus.close()
    },
  },
  {
    breaks: 'admin-billing stands still for more than half of every second',
    ends: 'it runs again',
    alerts: ['EventLoopDelay admin-billing'],
    start: async (scene) => stutter(scene, 'admin-billing', 600, 400),
  },
  {
    breaks: 'the clock of webhooks is a minute ahead',
    ends: 'it is set back',
    alerts: ['ClockOffset webhooks'],
    start: async (scene) => {
      const shift = (ms: number): void => {
        const pid = pidOf(scene, 'webhooks')
        writeFileSync(join(scene.clocksDir, String(pid)), String(ms))
        process.kill(pid, 'SIGUSR2')
      }
      shift(60_000)
      return () => shift(0)
    },
  },
  {
    breaks: 'a process of contests claims a path of scheduling',
    ends: 'its manifest is withdrawn',
    alerts: ['RouteConflict'],
    start: async ({ platform }) => {
      const bus = await openBus({ url: platform.natsUrl, service: 'tests', clock: systemClock, ...watcher() })
      const manifests = bus.kv(manifestsBucket, { ttlMs: manifestTtlMs })
      const key = `contests.${newId()}`
      const route = {
        id: 'listClients',
        method: 'GET',
        path: '/workspace/:workspaceId/clients',
        access: 'workspace',
        bodyLimit: 0,
        rate: 'default',
      }
      const manifest = {
        service: 'contests',
        instance: key.slice('contests.'.length),
        address: 'http://127.0.0.1:9',
        since: new Date().toISOString(),
        routes: [route],
        upgrades: [],
      }
      const stop = repeat(5000, () => manifests.put(key, manifest))
      return async () => {
        await stop()
        await manifests.delete(key)
        await bus.close()
      }
    },
  },
  {
    breaks: 'contests calls a method of admin-billing that it does not declare',
    ends: 'it stops calling',
    alerts: ['CallsRefused admin-billing'],
    start: async ({ platform }) => {
      const client = rpcClient(adminBillingService, {
        addresses: platform.services['admin-billing']![0]!.rpc,
        tokens: tokensOf('contests', platform),
        ...watcher(),
      })
      const stop = repeat(1000, () => client.getActivePlan({ planId: newId() }))
      return async () => {
        await stop()
        client.close()
      }
    },
  },
  {
    breaks: `Prometheus no longer finds a pod of ${absentService}`,
    ends: 'it finds one',
    alerts: [`ServiceAbsent ${absentService}`, `ServiceDown ${absentService}`],
    start: async ({ platform, prometheus }) => {
      const { [absentService]: _, ...rest } = platform.services
      prometheus.setTargets(rest)
      return () => prometheus.setTargets(platform.services)
    },
  },
]

const signUp = ({ platform }: Scene) =>
  promisify(execFile)(process.execPath, [join(repositoryRoot, 'helm/service/files/signup-test.mjs')], {
    env: { GATEWAY_URL: platform.gatewayUrl },
  })

export const frozenNats: Situation = {
  breaks: 'NATS is frozen, and a workspace signs up',
  ends: 'NATS continues',
  alerts: [
    'NatsDisconnected admin-billing',
    'NatsDisconnected gateway',
    'NatsDisconnected identity',
    'OutboxWaits identity',
  ],
  start: async (scene) => {
    freeze(scene, 'nats')
    await eventually(() => signUp(scene))
    return () => thaw(scene.platform, 'nats')
  },
}
