import { readdirSync, readFileSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { status } from '@grpc/grpc-js'
import { openBus, type Bus } from '@wp/bus'
import { busPermissions } from '@wp/bus/permissions'
import { readDeclarations } from '@wp/credentials/setup'
import { systemClock } from '@wp/kernel'
import { repositoryRoot } from '@wp/local-platform'
import * as protos from '@wp/protos'
import type { RpcService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { eventually, platform, tokensOf, uniqueName } from '@wp/testing'
import { MongoClient } from 'mongodb'
import { describe, expect, it, onTestFinished } from 'vitest'

// Simulates attackers who can reach internal ports (gRPC, NATS, the database) or the files in the data folder.

const watcher = () => ({
  logger: createLogger({ service: 'tests', level: 'silent' }),
  metrics: createMetrics('tests'),
})
const declarations = readDeclarations(repositoryRoot)

type Call = (request: object) => Promise<object>

/** Every method of every service that has a gRPC port. */
const methods = (Object.values(protos) as unknown[])
  .filter((one): one is RpcService<unknown> => typeof one === 'object')
  .flatMap((service) => {
    const callee = service.name.split('.')[1]!.replaceAll('_', '-')
    return Object.keys(service.definition as object).map((method) => ({ service, callee, method }))
  })

const callAs = async (caller: string | null, { service, callee, method }: (typeof methods)[number]) => {
  const client = rpcClient(service, {
    addresses: platform().services[callee]![0]!.rpc,
    deadlineMs: 10_000,
    ...(caller && { tokens: tokensOf(caller) }),
    ...watcher(),
  }) as unknown as Record<string, Call> & { close(): void }
  onTestFinished(() => client.close())
  return client[method.charAt(0).toLowerCase() + method.slice(1)]!({}).then(
    () => status.OK,
    (error: { cause?: { status?: status } }) => error.cause?.status,
  )
}

/** Excludes methods of services that do not implement gRPC yet. */
const isAnswered = ({ callee }: (typeof methods)[number]): boolean =>
  readdirSync(join(repositoryRoot, 'services', callee, 'src')).includes('rpc')

describe('gRPC', () => {
  it('rejects calls without a token to every method', async () => {
    for (const method of methods.filter(isAnswered))
      expect([method.method, await callAs(null, method)]).toEqual([method.method, status.UNAUTHENTICATED])
  })

  it('rejects calls that the calling service does not declare', async () => {
    const refused = [...declarations].flatMap(([caller, { calls }]) =>
      methods
        .filter((method) => isAnswered(method) && !calls[method.callee]?.includes(method.method))
        .map((method) => ({ caller, method })),
    )
    expect(refused.length).toBeGreaterThan(100)
    for (const { caller, method } of refused) {
      const callsIt = declarations.get(caller)!.calls[method.callee] !== undefined
      expect([caller, method.method, await callAs(caller, method)]).toEqual([
        caller,
        method.method,
        callsIt ? status.PERMISSION_DENIED : status.UNAUTHENTICATED,
      ])
    }
  })

  it('accepts a declared call', async () => {
    const getJwks = methods.find(({ method }) => method === 'GetJwks')!
    expect(await callAs('gateway', getJwks)).toBe(status.OK)
  })
})

describe('NATS', () => {
  const address = () => platform().natsUrl.replace(/\/\/[^@]*@/, '//')

  const busAs = async (service: string | null): Promise<Bus> => {
    const seedFile = service && join(platform().credentialsDir, service, 'nats.seed')
    const bus = await openBus({
      url: seedFile ? address() : platform().natsUrl,
      service: service ?? 'tests',
      ...(seedFile && { seed: () => readFileSync(seedFile, 'utf8') }),
      clock: systemClock,
      ...watcher(),
    })
    onTestFinished(() => bus.close())
    expect(bus.isConnected()).toBe(true)
    return bus
  }

  /** Matches like NATS: `*` for one token, `>` for the rest. */
  const covers = (pattern: string, subject: string): boolean => {
    const [wanted, parts] = [pattern.split('.'), subject.split('.')]
    const isSame = wanted.every(
      (part, at) => part === '>' || (part === '*' && parts[at]) || part === parts[at],
    )
    return isSame && (wanted.at(-1) === '>' ? parts.length >= wanted.length : parts.length === wanted.length)
  }

  it("does not let a service publish to another service's subjects or read its inbox", () => {
    const names = [...declarations.keys()]
    for (const [name, declaration] of declarations) {
      const { publish, subscribe } = busPermissions(
        name,
        { ...declaration, redrivesDeadLetters: false },
        names,
      )
      const others = names.filter((other) => other !== name)
      const forbidden = others.flatMap((other) => [
        `wp.${other}.thing.changed.v1`,
        `wp.${other}.heartbeat`,
        `wp-dead-letter.${other}.on-thing`,
        `$KV.manifests.${other}.1`,
        `$KV.openapi.${other}`,
        `_INBOX.${other}.x`,
        `$JS.API.STREAM.DELETE.wp-${other}`,
        `$JS.API.STREAM.PURGE.wp-${other}`,
        `$JS.API.STREAM.UPDATE.wp-${other}`,
        `$JS.API.STREAM.MSG.DELETE.wp-${other}`,
        `$JS.API.CONSUMER.DELETE.wp-${other}.on-thing`,
      ])
      const given = forbidden.filter((subject) => publish.allow.some((pattern) => covers(pattern, subject)))
      expect([name, given]).toEqual([name, []])
      const inboxes = others.map((other) => `_INBOX.${other}.x`)
      const heard = inboxes.filter((subject) => subscribe.allow.some((pattern) => covers(pattern, subject)))
      expect([name, heard]).toEqual([name, []])
    }
  })

  it('rejects a client without credentials', async () => {
    const { hostname, port } = new URL(address())
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.write('CONNECT {"verbose":false}\r\nPING\r\n')
    await once(socket, 'close')
    expect(answer).toContain("-ERR 'Authorization Violation'")
    expect(answer).not.toContain('PONG')
  })

  it('lets a service write only its own manifest', async () => {
    const contests = await busAs('contests')
    const manifests = contests.kv('manifests')
    await manifests.put('contests.probe', {})
    await manifests.delete('contests.probe')
    for (const key of ['identity.forged', 'contest', 'contests-two.x'])
      await expect(manifests.put(key, {})).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        cause: { code: 'PERMISSIONS_VIOLATION' },
      })
    await expect(contests.kv('domains').put('shop.example.com', {})).rejects.toMatchObject({
      cause: { code: 'PERMISSIONS_VIOLATION' },
    })
  })

  it('does not route an undeclared path to a service, even if its manifest was written with its own credentials', async () => {
    const received: string[] = []
    const server = createServer((request, response) => {
      received.push(request.url!)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const probe = uniqueName('probe')
    const route = { id: 'stolen', method: 'GET', access: 'open', bodyLimit: 1024, rate: 'default' }
    const manifests = (await busAs('contests')).kv('manifests')
    await manifests.put(`contests.${probe}`, {
      service: 'contests',
      instance: probe,
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      since: new Date(0).toISOString(),
      routes: [
        { ...route, path: `/public/contests/${probe}/own` },
        { ...route, path: '/auth/stolen' },
        { ...route, path: '/auth/:anything/:else' },
        { ...route, path: '/stolen' },
        { ...route, path: '/health', root: true },
        { ...route, path: '/stolen', root: true },
      ],
      upgrades: ['/stolen'],
    })
    onTestFinished(() => manifests.delete(`contests.${probe}`))
    const get = (path: string) => fetch(`${platform().gatewayUrl}${path}`)
    await eventually(async () => expect((await get(`/v1/public/contests/${probe}/own`)).status).toBe(200))
    for (const path of ['/v1/auth/stolen', '/v1/auth/any/thing', '/v1/stolen', '/stolen'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    expect(await (await get('/health')).json()).toHaveProperty('services')
    expect(new Set(received)).toEqual(new Set([`/public/contests/${probe}/own`]))
  })

  it('lets a service read a bucket that it may write to', async () => {
    const domains = (await busAs('storefront')).kv('domains')
    const name = `${uniqueName('probe')}.example.com`
    let known: string[] = []
    domains.watchAll((map) => (known = [...map.keys()]))
    await domains.put(name, { slug: name })
    await eventually(() => expect(known).toContain(name))
    await domains.delete(name)
    await eventually(() => expect(known).not.toContain(name))
  })

  it('lets a service publish only to its own subjects, and read other subjects only if it declares them', async () => {
    const [contests, operator] = [await busAs('contests'), await busAs(null)]
    const heard = new Set<string>()
    const listen = (bus: Bus, listener: string, publisher: string) =>
      bus.subscribeCore(`wp.${publisher}.probe`, (data) => heard.add(`${listener} receives ${String(data)}`))
    for (const publisher of ['identity', 'contests']) listen(operator, 'operator', publisher)
    for (const publisher of ['scheduling', 'identity']) listen(contests, 'contests', publisher)
    await eventually(() => {
      contests.publishCore('wp.identity.probe', 'a forged event')
      contests.publishCore('wp.contests.probe', 'contests')
      operator.publishCore('wp.scheduling.probe', 'scheduling')
      operator.publishCore('wp.identity.probe', 'identity')
      expect(heard.size).toBeGreaterThanOrEqual(3)
    })
    expect([...heard].toSorted()).toEqual([
      'contests receives identity',
      'operator receives contests',
      'operator receives identity',
    ])
  })
})

describe('the database', () => {
  it('rejects a missing or wrong password', async () => {
    const address = platform().mongoUrl
    const login = /\/\/[^@]*@/
    const list = async (url: string) => {
      const client = new MongoClient(url, { serverSelectionTimeoutMS: 5000 })
      onTestFinished(() => client.close())
      return client.db('wp_identity').collection('accounts').findOne({})
    }
    const withoutLogin = address.replace(login, '//').replace(/&?authMechanism=[^&]*/, '')
    await expect(list(withoutLogin)).rejects.toMatchObject({ codeName: 'Unauthorized' })
    await expect(list(address.replace(login, '//wp:wrong@'))).rejects.toMatchObject({ code: 18 })
    expect(await list(address)).not.toBeNull()
  })
})

/** Returns the logs of the platform, which are never empty. */
const readLogs = () => {
  const { logsDir } = platform()
  const logs = readdirSync(logsDir).map((file) => ({ file, text: readFileSync(join(logsDir, file), 'utf8') }))
  expect(logs.some(({ text }) => text.includes('"level"'))).toBe(true)
  return logs
}

describe('the data folder', () => {
  it('lets only its owner read keys and passwords', () => {
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    for (const folder of ['credentials', 'keys'].map((name) => join(platform().dataDir, name))) {
      expect([folder, modeOf(folder)]).toEqual([folder, '700'])
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        expect([path, modeOf(path)]).toEqual([path, entry.isDirectory() ? '700' : '600'])
      }
    }
  })

  it('contains no log lines about denied NATS operations', () => {
    for (const { text } of readLogs())
      expect(text.split('\n').filter((line) => line.includes('PERMISSIONS_VIOLATION'))).toEqual([])
  })

  it('contains no seeds or passwords in its logs', () => {
    const secrets = [...declarations.keys()].map((name) =>
      readFileSync(join(platform().credentialsDir, name, 'nats.seed'), 'utf8').trim(),
    )
    const [password = ''] = readFileSync(join(platform().credentialsDir, 'database-passwords'), 'utf8').split(
      '\n',
    )
    for (const { file, text } of readLogs())
      for (const secret of [...secrets, password])
        expect([file, text.includes(secret)]).toEqual([file, false])
  })
})
