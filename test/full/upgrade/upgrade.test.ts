import { pathToFileURL } from 'node:url'
import type { Platform, PlatformOptions, RunningInstance } from '@wp/local-platform'
import { allServices } from '@wp/local-platform'
import { cheapHashing, eventually, generousLimits, longDeadlines, toTestPlatform } from '@wp/testing'
import type { TestPlatform } from '@wp/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { request } from 'undici'
import { runContractSuite } from './contract-suite.ts'
import { checkOut, olderVersion, removeFolders, temporaryFolder, type Copy } from './versions.ts'

const version = olderVersion()
const services = allServices()
let copy: Copy
/** A copy that is never upgraded. Its suite checks the behavior that clients of the older version rely on. */
let olderSuite: Copy
let dataDir: string
let platform: Platform
let shown: TestPlatform
const crashes: string[] = []

beforeAll(async () => {
  copy = checkOut(version)
  olderSuite = checkOut(version)
  dataDir = temporaryFolder()
  const old = (await import(pathToFileURL(copy.starter).href)) as {
    startPlatform(options: PlatformOptions): Promise<Platform>
  }
  platform = await old.startPlatform({
    dataDir,
    replicas: Object.fromEntries(services.map((name) => [name, 2])),
    env: { ...generousLimits, ...longDeadlines, ...cheapHashing },
    onCrash: ({ name, how }) => void crashes.push(`${name} ${how}`),
    mostRestartMs: 1000,
  })
  shown = await toTestPlatform(platform)
})
const stopAll = async (): Promise<void> => {
  await platform?.stop()
  removeFolders()
}
afterAll(stopAll)
// A signal would end only the parent process, and the suite would keep running for minutes.
process.once('disconnect', () => void stopAll().finally(() => process.exit(1)))

type Reply = { status: number; body: Record<string, unknown> }

/** Behaves like a load balancer: uses the other gateway when one refuses the connection. */
const ask = async (
  method: 'GET' | 'POST',
  path: string,
  options: { token?: string; body?: object } = {},
): Promise<Reply> => {
  const headers = {
    'content-type': 'application/json',
    ...(options.token && { authorization: `Bearer ${options.token}` }),
  }
  const body = options.body && JSON.stringify(options.body)
  const gateways = platform.services['gateway']!
  let refusal: unknown
  for (const { http } of Math.random() < 0.5 ? gateways : gateways.toReversed()) {
    try {
      const reply = await request(`${http}/v1${path}`, {
        method,
        headers,
        reset: true,
        ...(body && { body }),
      })
      return { status: reply.statusCode, body: (await reply.body.json()) as Record<string, unknown> }
    } catch (error) {
      if ((error as { code?: string }).code !== 'ECONNREFUSED') throw error
      refusal = error
    }
  }
  throw refusal
}

let signups = 0
let planId = ''
const signUp = async (): Promise<{ token: string; workspaceId: string }> => {
  const { status, body } = await ask('POST', '/signup', {
    body: {
      email: `owner${(signups += 1)}@upgrade.example`,
      password: 'correct-horse-1',
      phone: '+14155550123',
      planId,
      businessCategorySlug: 'retail',
    },
  })
  expect(status).toBe(201)
  return { token: body['token'] as string, workspaceId: (body['workspace'] as { id: string }).id }
}

/** Requests to each service that has workspaces; all of them succeed on a healthy platform. */
const requestsOf = ({ token, workspaceId }: { token: string; workspaceId: string }) => {
  const folder = `/workspace/${workspaceId}`
  const read = (path: string) => ({ path, send: () => ask('GET', path, { token }) })
  return [
    read(folder),
    read(`${folder}/subscription`),
    {
      path: 'a new client',
      send: () => ask('POST', `${folder}/clients`, { token, body: { name: 'A client' } }),
    },
    read(`${folder}/clients`),
    read(`${folder}/jobs`),
    read(`${folder}/pos/invoices`),
    read(`/client${folder}/incomes`),
    read(`${folder}/labs/units`),
    read(`${folder}/contests`),
  ]
}

/** Stops a replica as in a rolling upgrade and waits until every gateway routes to its replacement. */
const restart = async (service: string, instance: RunningInstance): Promise<void> => {
  const before = instance.pid
  process.kill(before!, 'SIGTERM')
  await eventually(
    async () => {
      expect(instance.pid).not.toBe(before)
      expect((await fetch(`${instance.ops}/ready`)).status).toBe(200)
      for (const gateway of platform.services['gateway']!) {
        const health = (await (await fetch(`${gateway.http}/health`)).json()) as {
          services: Record<string, number>
        }
        if (service !== 'gateway') expect(health.services[service]).toBe(2)
      }
    },
    { withinMs: 120_000, everyMs: 100 },
  )
}

it(`R18: upgrades replica by replica from ${version} under load without failing a request, breaking the contract or losing an event`, async () => {
  const { body } = await ask('GET', '/public/plans')
  planId = (body['plans'] as { id: string }[])[0]!.id
  const shop = await signUp()
  const failures: string[] = []
  let requests = 0
  let isOver = false
  const load = async (number: number): Promise<void> => {
    const all = requestsOf(shop)
    for (let turn = number; !isOver; turn += 1) {
      const { path, send } = all[turn % all.length]!
      const status = await send().then(
        (reply) => reply.status,
        (error: unknown) => String(error),
      )
      requests += 1
      if (status !== 200 && status !== 201) failures.push(`${path}: ${status}`)
    }
  }
  const asked: number[] = []
  const broken: string[] = []
  /** Replicas of both versions respond, and all of them must fulfill the contract of the older version. */
  const askContract = async (step: string): Promise<void> => {
    const { passed, failed } = await runContractSuite(olderSuite.folder, shown)
    asked.push(passed)
    broken.push(...failed.map((title) => `${step}: ${title}`))
  }

  const loading = Promise.all(Array.from({ length: 6 }, (_, number) => load(number)))
  try {
    await askContract('before')
    copy.replaceSources()
    for (const service of services)
      for (const [replica, instance] of platform.services[service]!.entries()) {
        await restart(service, instance)
        if (replica === 0) await askContract(`one ${service} of two is new`)
        // Both versions must understand each other's events and calls, so every service must learn about a workspace
        // created now.
        for (const { path, send } of requestsOf(await signUp()))
          await eventually(
            async () => expect([path, (await send()).status]).toEqual([path, expect.toBeOneOf([200, 201])]),
            { withinMs: 20_000 },
          )
      }
    await askContract('after')
  } finally {
    isOver = true
    await loading
    const figures = { from: version, requests, failed: failures.length, restarts: crashes.length, asked }
    console.log(`R18 ${JSON.stringify({ ...figures, seconds: Math.round(performance.now() / 1000) })}`)
  }
  expect({ failures, broken }).toEqual({ failures: [], broken: [] })
  expect(Math.min(...asked)).toBeGreaterThan(500)
  expect(crashes.map((line) => line.replace(/^\S+ /, ''))).toEqual(
    Array.from({ length: services.length * 2 }, () => expect.stringMatching(/code 0$/)),
  )
})
