import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { ConfigError } from '@wp/config'
import { openBus } from '@wp/bus'
import { freePort } from '@wp/embedded-mongo/test/free-port'
import { instanceHeader, manifestsBucket, openApiBucket, routesBucket } from '@wp/http'
import type { Manifest } from '@wp/http'
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { defineService, startService } from '../src/index.ts'
import type { StartOptions } from '../src/index.ts'
import { sampleService } from './sample-service.ts'
import { atEnd, eventually, stopAtEnd, sharedServers, startDatabase, startNats } from './servers.ts'

const { database, nats } = await sharedServers()
let prefixes = 0

const env = (more: Record<string, string> = {}) => ({
  NODE_ENV: 'test',
  MONGODB_URL: database.url,
  NATS_URL: nats.url,
  DATABASE_PREFIX: `t${process.pid}_${prefixes++}_`,
  LOG_LEVEL: 'warn',
  ...more,
})

const quick = { quietMs: 0, capMs: 1000 }

const start = async (options: Partial<StartOptions> = {}, sample = sampleService()) => {
  const running = await startService(sample.service, {
    env: env(),
    register: false,
    drain: quick,
    ...options,
  })
  atEnd(() => running.stop())
  return running
}

const ask = async (url: string, path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(new URL(path, url))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('startService', () => {
  it("serves the service's routes", async () => {
    const running = await start()
    const made = await fetch(new URL('/things', running.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"x"}',
    })
    expect(made.status).toBe(201)
    expect(await ask(running.url, '/things')).toEqual({ status: 200, body: { count: 1 } })
  })

  it('serves the ops port only on OPS_HOST, and no metrics on the public port', async () => {
    const running = await start({ env: env({ OPS_HOST: '127.0.0.2' }) })
    const { hostname, port } = new URL(running.opsUrl)
    expect(hostname).toBe('127.0.0.2')
    expect((await ask(running.opsUrl, '/live')).status).toBe(200)
    await expect(fetch(`http://127.0.0.1:${port}/live`)).rejects.toThrow('fetch failed')
    expect((await fetch(new URL('/metrics', running.url))).status).toBe(404)
  })

  it('serves IPv4 and IPv6 with the host ::, and advertises an IPv6 address in brackets', async () => {
    const all = { HOST: '::', OPS_HOST: '::', ADVERTISE_HOST: '::1' }
    const { url, rpcAddress, opsUrl } = await start({ env: env(all) }, sampleService({ isIdentity: true }))
    expect(rpcAddress).toMatch(/^\[::1\]:\d+$/)
    for (const [base, path] of [
      [url, '/things'],
      [opsUrl, '/live'],
    ] as const) {
      expect(base).toMatch(/^http:\/\/\[::1\]:\d+$/)
      expect((await ask(base, path)).status).toBe(200)
      expect((await ask(base.replace('[::1]', '127.0.0.1'), path)).status).toBe(200)
    }
  })

  it('keeps running after malformed requests to the ops port', async () => {
    const running = await start()
    const { hostname, port } = new URL(running.opsUrl)
    for (const bytes of [
      'GET // HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET //[ HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /live?%ff HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      '\0\xff\r\n\r\n',
    ]) {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
        socket.once('data', (chunk) => {
          resolve(chunk.toString('latin1'))
          socket.destroy()
        })
        socket.on('error', () => resolve('')).on('close', () => resolve(''))
      })
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404)/)
    }
    expect((await fetch(new URL('/live', running.opsUrl))).status).toBe(200)
  })

  it('serves /live, /ready and /metrics on the ops port', async () => {
    const running = await start()
    expect(await ask(running.opsUrl, '/live')).toEqual({
      status: 200,
      body: { live: true, service: 'sample' },
    })
    expect(await ask(running.opsUrl, '/ready')).toMatchObject({
      status: 200,
      body: { ready: true, checks: { database: true } },
    })
    const metrics = await (await fetch(new URL('/metrics', running.opsUrl))).text()
    expect(metrics).toContain('service="sample"')
  })

  it('answers 431 with the error envelope when the headers are too large', async () => {
    const running = await start()
    const large = await fetch(new URL('/things', running.url), { headers: { 'x-large': 'x'.repeat(30_000) } })
    expect(large.status).toBe(431)
    expect(await large.json()).toMatchObject({ error: { code: 'HEADERS_TOO_LARGE' } })
  })

  it('answers 400 with the error envelope for invalid HTTP', async () => {
    const running = await start()
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1').end('good morning\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      error: { code: 'INVALID_REQUEST' },
    })
  })

  it('publishes its manifest, routes and OpenAPI document, and withdraws only the manifest when it stops', async () => {
    const bus = await openBus({
      url: nats.url,
      service: 'watcher',
      logger: createLogger({ service: 'watcher', level: 'silent' }),
      metrics: createMetrics('watcher'),
      clock: systemClock,
    })
    atEnd(() => bus.close())
    let manifests: ReadonlyMap<string, Manifest> = new Map()
    let documents: ReadonlyMap<string, { paths?: object }> = new Map()
    let routes: ReadonlyMap<string, Manifest> = new Map()
    const watches = [
      bus.kv<Manifest>(routesBucket).watchAll((map) => (routes = map)),
      bus.kv<Manifest>(manifestsBucket).watchAll((map) => (manifests = map)),
      bus.kv<{ paths?: object }>(openApiBucket).watchAll((map) => (documents = map)),
    ]
    atEnd(() => Promise.all(watches.map((watch) => watch.stop())))

    const running = await start({ register: true })
    const manifest = await eventually(async () =>
      [...manifests.values()].find(({ address }) => address === running.url),
    )
    expect(manifest).toMatchObject({ service: 'sample', upgrades: [] })
    expect(manifest.publicEvents).toEqual([
      {
        type: 'wp.sample.thing.published.v1',
        resource: 'thing',
        field: 'thing',
        channel: 'things',
        permission: 'owner',
        publicTypes: ['thing.created'],
        shards: 4,
      },
    ])
    expect(manifest.routes).toContainEqual({
      id: 'getCaller',
      method: 'GET',
      path: '/me',
      access: 'signedIn',
      bodyLimit: 1024 * 1024,
      rate: 'default',
    })
    await eventually(async () => documents.get('sample')?.paths)
    expect(await eventually(async () => routes.get('sample'))).toEqual(manifest)

    await running.stop()
    await eventually(async () => (manifests.has(`sample.${manifest.instance}`) ? undefined : true))
    expect(routes.get('sample')).toEqual(manifest)
  })

  it('publishes its OpenAPI document again after NATS is wiped', async () => {
    const own = await startNats()
    const running = await start({ register: true, env: env({ NATS_URL: own.url, LOG_LEVEL: 'silent' }) })
    await own.stop()
    await rm(own.folder, { recursive: true, force: true })
    const empty = await stopAtEnd(startNats({ port: own.port }))
    const bus = await openBus({
      url: empty.url,
      service: 'watcher',
      logger: createLogger({ service: 'watcher', level: 'silent' }),
      metrics: createMetrics('watcher'),
      clock: systemClock,
    })
    atEnd(() => bus.close())
    let documents: ReadonlyMap<string, unknown> = new Map()
    const watch = bus.kv<object>(openApiBucket).watchAll((map) => (documents = map))
    atEnd(() => watch.stop())
    expect(await eventually(async () => documents.get('sample'))).toHaveProperty('paths')
    await running.stop()
  })

  it('answers 421 to a request for another instance', async () => {
    const instances: string[] = []
    const bus = await openBus({
      url: nats.url,
      service: 'watcher',
      logger: createLogger({ service: 'watcher', level: 'silent' }),
      metrics: createMetrics('watcher'),
      clock: systemClock,
    })
    atEnd(() => bus.close())
    const running = await start({ register: true })
    const watch = bus.kv<Manifest>(manifestsBucket).watchAll((map) => {
      for (const [key, { address }] of map) if (address === running.url) instances.push(key)
    })
    atEnd(() => watch.stop())
    const own = await eventually(async () => instances[0])
    const ask = async (headers: Record<string, string>) =>
      (await fetch(new URL('/nothing', running.url), { headers })).status
    expect(await ask({ [instanceHeader]: own })).toBe(404)
    expect(await ask({})).toBe(404)
    expect(await ask({ [instanceHeader]: 'other.1' })).toBe(421)
  })

  it('closes its ports on stop, even if stop is called several times', async () => {
    const running = await start()
    await Promise.all([running.stop(), running.stop()])
    await running.stop()
    await expect(fetch(new URL('/things', running.url))).rejects.toThrow('fetch failed')
    await expect(fetch(new URL('/live', running.opsUrl))).rejects.toThrow('fetch failed')
  })
})

describe('startService with its own server and no database', () => {
  const edge = defineService('edge', {
    config: {},
    database: false,
    needsNats: false,
    open: ({ db }) => ({ server: createServer((_request, response) => response.end(`db: ${db}`)) }),
  })

  it('starts without identity and NATS, and closes its server when it stops', async () => {
    const nowhere = `127.0.0.1:${await freePort()}`
    const alone = {
      NODE_ENV: 'test',
      NATS_URL: `nats://${nowhere}`,
      LOG_LEVEL: 'error',
      IDENTITY_RPC: nowhere,
    }
    const running = await startService(edge, { env: alone, drain: quick })
    atEnd(() => running.stop())
    expect(running.rpcAddress).toBeNull()
    expect(await (await fetch(running.url)).text()).toBe('db: null')
    expect((await ask(running.opsUrl, '/ready')).status).toBe(200)
    await running.stop()
    await expect(fetch(running.url)).rejects.toThrow('fetch failed')
  })
})

describe('startService: configuration', () => {
  it('throws one error that lists all problems', async () => {
    const bad = { MONGODB_URL: 'localhost', HTTP_PORT: '99999', GREETING: 'x', NODE_ENV: 'staging' }
    const error = await start({ env: bad }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    const { message } = error as ConfigError
    for (const key of ['MONGODB_URL', 'HTTP_PORT', 'GREETING', 'NODE_ENV', 'NATS_URL'])
      expect(message).toContain(`${key}: `)
  })

  it('throws in production when gRPC, MongoDB and NATS have no credentials', async () => {
    const error = await start({ env: env({ NODE_ENV: 'production' }) }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as ConfigError).problems.map((problem) => problem.split(':')[0])).toEqual([
      'CREDENTIALS_DIR',
      'MONGODB_URL',
      'NATS_URL',
    ])
  })

  it('warns in development when gRPC, MongoDB and NATS have no credentials', async () => {
    const lines: string[] = []
    await start({ env: env({ NODE_ENV: 'development' }), logTo: { write: (line) => lines.push(line) } })
    expect(lines.join()).toMatch(/CREDENTIALS_DIR.*MONGODB_URL.*NATS_URL.*in production/)
  })

  it('throws when a file is missing from the credentials folder', async () => {
    const incomplete = env({ CREDENTIALS_DIR: '/nowhere' })
    await expect(start({ env: incomplete })).rejects.toThrow('CREDENTIALS_DIR: rpc-key.pem is missing')
  })

  it('requires IDENTITY_RPC unless the service issues tokens', async () => {
    const service = { ...sampleService().service, authority: undefined }
    await expect(startService(service, { env: env() })).rejects.toThrow('IDENTITY_RPC: is not set')
  })
})

describe('startService while a dependency is unavailable', () => {
  it('is live but not ready while it waits for the database, and becomes ready when the database is up', async () => {
    const [opsPort, port] = [await freePort(), await freePort()]
    const lines: string[] = []
    const starting = start({
      env: env({
        MONGODB_URL: `mongodb://127.0.0.1:${port}/?directConnection=true`,
        OPS_PORT: String(opsPort),
      }),
      logTo: { write: (line) => void lines.push(line) },
    })
    const ops = `http://127.0.0.1:${opsPort}`
    const report = await eventually(async () => {
      const { status, body } = await ask(ops, '/ready')
      return body.waitingFor ? { status, body } : undefined
    })
    expect(report).toMatchObject({
      status: 503,
      body: { ready: false, phase: 'starting', waitingFor: 'the database' },
    })
    expect((await ask(ops, '/live')).status).toBe(200)
    await stopAtEnd(startDatabase({ port }))
    const running = await starting
    expect((await ask(running.opsUrl, '/ready')).status).toBe(200)
  })

  it('is not ready while it waits for NATS, and stays ready with a warning when it loses NATS later', async () => {
    const [opsPort, port] = [await freePort(), await freePort()]
    const lines: string[] = []
    const starting = start({
      env: env({ NATS_URL: `nats://127.0.0.1:${port}`, OPS_PORT: String(opsPort) }),
      logTo: { write: (line) => void lines.push(line) },
    })
    const report = await eventually(async () => {
      const { status, body } = await ask(`http://127.0.0.1:${opsPort}`, '/ready')
      return body.waitingFor === 'NATS' ? { status, body } : undefined
    })
    expect(report.status).toBe(503)
    await eventually(async () => lines.find((line) => line.includes('waiting for NATS')))
    const server = await stopAtEnd(startNats({ port }))
    const { opsUrl } = await starting
    const readWarning = async () => {
      const { status, body } = await ask(opsUrl, '/ready')
      expect(status).toBe(200)
      return (body.warnings as string[]).find((warning) => warning.startsWith('NATS'))
    }
    expect(await readWarning()).toBeUndefined()
    await server.stop()
    expect(await eventually(readWarning)).toContain('events wait in the database')
  })

  it('stops waiting and rejects when its signal is aborted', async () => {
    const giveUp = new AbortController()
    const nowhere = `mongodb://127.0.0.1:${await freePort()}/?directConnection=true`
    const starting = start({ env: env({ MONGODB_URL: nowhere }), signal: giveUp.signal })
    giveUp.abort(new Error('aborted by the test'))
    await expect(starting).rejects.toThrow('aborted by the test')
  })
})

describe('readiness', () => {
  it('is live but not ready while the database is down, and ready again once it is back', async () => {
    const first = await stopAtEnd(startDatabase())
    const running = await start({ env: env({ MONGODB_URL: first.url }) })
    expect((await ask(running.opsUrl, '/ready')).status).toBe(200)
    await first.stop()
    const notReady = await eventually(async () => {
      const report = await ask(running.opsUrl, '/ready')
      return report.status === 503 ? report : undefined
    })
    expect(notReady.body).toMatchObject({ ready: false, phase: 'ready', checks: { database: false } })
    expect((await ask(running.opsUrl, '/live')).status).toBe(200)
    await stopAtEnd(startDatabase({ port: first.port, folder: first.folder }))
    await eventually(async () => ((await ask(running.opsUrl, '/ready')).status === 200 ? true : undefined))
    await running.stop()
  })
})
