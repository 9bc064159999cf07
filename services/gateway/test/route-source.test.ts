import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBus, type Bus } from '@wp/bus'
import { toManifestRoute, type Manifest } from '@wp/http'
import { createLogger } from '@wp/telemetry'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRouteSource } from '../src/routing/route-source.ts'
import { nats, scratch } from './nats-server.ts'
import { getThing } from './thing-routes.ts'
import { silentDeps } from './upstreams.ts'

const connect = async (url: string): Promise<Bus> => {
  const bus = await openBus({ url, service: 'gateway', ...silentDeps() })
  onTestFinished(() => bus.close())
  await until(() => bus.isConnected())
  return bus
}

const until = async (check: () => boolean): Promise<void> => {
  await expect.poll(check, { interval: 20 }).toBe(true)
}

const manifest = (service: string, path: `/${string}`, more: Partial<Manifest> = {}): Manifest => ({
  service,
  instance: 'a',
  address: 'http://127.0.0.1:9',
  since: new Date(1).toISOString(),
  routes: [toManifestRoute({ ...getThing, path })],
  upgrades: [],
  ...more,
})

const mayServe = (...routes: string[]) => ({ routes, rootPaths: [], upgrades: [] })
const claims = new Map([
  ['things', mayServe('/things', '/taken')],
  ['others', mayServe('/others')],
  ['more', mayServe('/more')],
])

const open = async (bus: Bus, folder: string, logger = silentDeps().logger) => {
  const parts = { ...silentDeps(), logger }
  const source = await openRouteSource({ bus, file: join(folder, 'routes.json'), claims, ...parts })
  onTestFinished(() => source.close())
  const isKnown = (path: string) => source.table().match('GET', path, true).kind === 'found'
  const replicasOf = (path: string) => {
    const found = source.table().match('GET', path, true)
    return found.kind === 'found' ? found.value.replicas.length : -1
  }
  return { source, isKnown, replicasOf, metrics: parts.metrics }
}

describe('openRouteSource', () => {
  it('routes to a replica from the publication of its manifest until its withdrawal', async () => {
    const bus = await connect((await nats()).url())
    const { replicasOf } = await open(bus, await scratch())
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await bus.kv('manifests').put('others.a', manifest('others', '/others'))
    await expect.poll(() => replicasOf('/things')).toBe(1)
    await bus.kv('manifests').delete('things.a')
    await expect.poll(() => replicasOf('/things')).toBe(0)
    expect(replicasOf('/others')).toBe(1)
  })

  it('combines the changes of many manifests, and routes to a new replica after the old ones were dropped', async () => {
    const bus = await connect((await nats()).url())
    const { source, replicasOf } = await open(bus, await scratch())
    const changes = { count: 0 }
    source.onChange(() => (changes.count += 1))
    const manifests = bus.kv('manifests')
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => manifests.put(`things.${i}`, manifest('things', '/things'))),
    )
    await expect.poll(() => replicasOf('/things')).toBe(200)
    expect(changes.count).toBeGreaterThan(0)
    expect(changes.count).toBeLessThan(100)
    for (let i = 0; i < 200; i += 1) source.drop(`things.${i}`)
    expect(replicasOf('/things')).toBe(0)
    await manifests.put('things.new', manifest('things', '/things'))
    await expect.poll(() => replicasOf('/things')).toBe(1)
    await source.close()
  })

  it('keeps the routes of a service that is down, even in a new gateway, until the service is removed', async () => {
    const bus = await connect((await nats()).url())
    await bus.kv('manifests').put('others.a', manifest('others', '/others'))
    await bus.kv('routes').put('others', manifest('others', '/others'))
    await bus.kv('routes').put('things', manifest('things', '/things'))
    const folder = await scratch()
    const { source, replicasOf, metrics } = await open(bus, folder)
    expect([replicasOf('/things'), replicasOf('/others')]).toEqual([0, 1])
    expect(await metrics.registry.metrics()).toContain('gateway_upstream_replicas{upstream="things"')
    await bus.kv('routes').delete('things')
    await expect.poll(() => replicasOf('/things')).toBe(-1)
    expect(await metrics.registry.metrics()).not.toContain('upstream="things"')
    expect(replicasOf('/others')).toBe(1)
    await source.close()
    expect((await open(bus, folder)).replicasOf('/things')).toBe(-1)
  })

  it('drops services that were removed while no gateway was running', async () => {
    const bus = await connect((await nats()).url())
    for (const service of ['things', 'more', 'others'])
      await bus.kv('routes').put(service, manifest(service, `/${service}`))
    const folder = await scratch()
    const { source, replicasOf } = await open(bus, folder)
    expect([replicasOf('/things'), replicasOf('/more')]).toEqual([0, 0])
    await source.close()
    for (const service of ['things', 'more']) await bus.kv('routes').delete(service)
    await bus.kv('manifests').put('others.a', manifest('others', '/others'))
    const next = await open(bus, folder)
    await expect.poll(() => [next.replicasOf('/things'), next.replicasOf('/more')]).toEqual([-1, -1])
    expect(next.replicasOf('/others')).toBe(1)
    expect(await next.metrics.registry.metrics()).not.toMatch(/upstream="(things|more)"/)
  })

  it('keeps the only service whose routes NATS has lost, until it is removed', async () => {
    const server = await nats()
    const bus = await connect(server.url())
    await bus.kv('routes').put('things', manifest('things', '/things'))
    const { replicasOf } = await open(bus, await scratch())
    expect(replicasOf('/things')).toBe(0)
    await server.kill()
    await server.wipe()
    await server.start()
    const put = () => bus.kv('routes').put('others', manifest('others', '/others'))
    await expect.poll(() => put().catch(() => 0)).toBeGreaterThan(0)
    await expect.poll(() => replicasOf('/others'), { timeout: 10_000 }).toBe(0)
    expect(replicasOf('/things')).toBe(0)
    await bus.kv('routes').delete('things')
    await expect.poll(() => replicasOf('/things')).toBe(-1)
  })

  it('keeps routing while NATS is frozen', async () => {
    const server = await nats()
    const bus = await connect(server.url())
    const { replicasOf } = await open(bus, await scratch())
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await expect.poll(() => replicasOf('/things')).toBe(1)
    await server.freeze()
    await expect(bus.kv('manifests').put('more.a', manifest('more', '/more'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    expect(replicasOf('/things')).toBe(1)
  })

  it('reads published OpenAPI documents and custom domains', async () => {
    const bus = await connect((await nats()).url())
    const { source } = await open(bus, await scratch())
    await bus.kv('openapi').put('things', { paths: {}, components: {} })
    await expect.poll(() => source.documents().has('things')).toBe(true)
    await bus.kv('domains').put('shop.example.com', { slug: 'blue-moon' })
    await expect.poll(() => source.domainAt('shop.example.com')?.slug).toBe('blue-moon')
  })

  it('rejects a route that the service may not claim, and counts it in a metric', async () => {
    const bus = await connect((await nats()).url())
    const { isKnown, metrics } = await open(bus, await scratch())
    await bus.kv('manifests').put('others.a', manifest('others', '/things'))
    await expect.poll(() => metrics.registry.metrics()).toMatch(/gateway_route_conflicts\{[^}]*\} 1/)
    expect(isKnown('/things')).toBe(false)
  })

  it('logs rejected routes once, even if both a replica and the stored routes contain them', async () => {
    const bus = await connect((await nats()).url())
    const lines: string[] = []
    const logger = createLogger({ service: 'test', destination: { write: (line) => lines.push(line) } })
    const { isKnown } = await open(bus, await scratch(), logger)
    await bus.kv('manifests').put('others.a', manifest('others', '/things'))
    await bus.kv('routes').put('others', manifest('others', '/things'))
    await bus.kv('routes').put('more', manifest('more', '/more'))
    await expect.poll(() => isKnown('/more')).toBe(true)
    expect(lines.filter((line) => line.includes('rejected routes'))).toHaveLength(1)
  })

  it('counts and logs a public event of a resource that another service declared first', async () => {
    const bus = await connect((await nats()).url())
    const lines: string[] = []
    const logger = createLogger({ service: 'test', destination: { write: (line) => lines.push(line) } })
    const { isKnown, metrics } = await open(bus, await scratch(), logger)
    const conflicts = async () =>
      Number(/gateway_route_conflicts\{[^}]*\} (\d+)/.exec(await metrics.registry.metrics())?.[1])
    expect(await conflicts()).toBe(0)
    const publicEvents = (service: string) => ({
      publicEvents: [
        {
          type: `wp.${service}.thing.published.v1`,
          resource: 'thing',
          field: 'thing',
          channel: 'things',
          permission: 'owner',
          publicTypes: ['thing.created'],
          shards: 4,
        },
      ],
    })
    await bus.kv('routes').put('things', manifest('things', '/things', publicEvents('things')))
    await expect.poll(() => isKnown('/things')).toBe(true)
    await bus.kv('routes').put('others', manifest('others', '/others', publicEvents('others')))
    await expect.poll(conflicts).toBe(1)
    await bus.kv('routes').put('more', manifest('more', '/more'))
    await expect.poll(() => isKnown('/more')).toBe(true)
    const logged = lines.filter((line) => line.includes('refused public events'))
    expect(logged).toEqual([expect.stringContaining('["wp.others.thing.published.v1"]')])
    await bus.kv('routes').put('others', manifest('others', '/others'))
    await expect.poll(conflicts).toBe(0)
  })

  it('ignores an invalid manifest', async () => {
    const bus = await connect((await nats()).url())
    const { isKnown } = await open(bus, await scratch())
    await bus.kv('manifests').put('odd.a', { service: 'odd', routes: 'none' })
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await expect.poll(() => isKnown('/things')).toBe(true)
  })

  it("ignores a manifest under another service's key", async () => {
    const bus = await connect((await nats()).url())
    const { isKnown } = await open(bus, await scratch())
    await bus.kv('manifests').put('odd.a', manifest('things', '/taken'))
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await expect.poll(() => isKnown('/things')).toBe(true)
    expect(isKnown('/taken')).toBe(false)
  })

  it("starts with the last run's routes while NATS is down", async () => {
    const server = await nats()
    const folder = await scratch()
    const bus = await connect(server.url())
    const first = await open(bus, folder)
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await until(() => first.isKnown('/things'))
    await first.source.close()
    await bus.close()
    await server.kill()

    const away = await openBus({ url: server.url(), service: 'gateway', ...silentDeps() })
    onTestFinished(() => away.close())
    const second = await open(away, folder)
    expect(second.replicasOf('/things')).toBe(1)
  })

  it('does not route to saved replicas that no longer exist', async () => {
    const folder = await scratch()
    const bus = await connect((await nats()).url())
    const first = await open(bus, folder)
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await until(() => first.isKnown('/things'))
    await first.source.close()
    await bus.kv('manifests').delete('things.a')
    await bus
      .kv('manifests')
      .put('things.b', manifest('things', '/things', { address: 'http://127.0.0.1:10' }))

    const second = await open(bus, folder)
    const found = second.source.table().match('GET', '/things', true)
    expect(found.kind === 'found' && found.value.replicas.map(({ address }) => address)).toEqual([
      'http://127.0.0.1:10',
    ])
  })

  it('ignores a half-written routes file', async () => {
    const folder = await scratch()
    await writeFile(join(folder, 'routes.json'), '{"manifests": {"th')
    const bus = await connect((await nats()).url())
    const { source, isKnown } = await open(bus, folder)
    expect(source.table().services.size).toBe(0)
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await until(() => isKnown('/things'))
    await source.close()
    expect(JSON.parse(await readFile(join(folder, 'routes.json'), 'utf8'))).toHaveProperty([
      'manifests',
      'things.a',
    ])
  })

  it('keeps routing while NATS is down and after it restarts without data', async () => {
    const server = await nats()
    const bus = await connect(server.url())
    const { source, isKnown, replicasOf } = await open(bus, await scratch())
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await bus.kv('manifests').put('more.a', manifest('more', '/more'))
    for (const name of ['a', 'b']) await bus.kv('domains').put(`${name}.example.com`, { slug: name })
    await until(() => replicasOf('/things') === 1 && replicasOf('/more') === 1)
    await until(() => source.domainAt('b.example.com')?.slug === 'b')
    await server.kill()
    await until(() => !bus.isConnected())
    expect(replicasOf('/things')).toBe(1)
    await server.wipe()
    await server.start()
    await until(() => bus.isConnected())
    await bus
      .kv('manifests')
      .put('others.a', manifest('others', '/others'))
      .catch(() => undefined)
    await until(() => isKnown('/others'))
    expect([replicasOf('/things'), replicasOf('/more')]).toEqual([1, 1])
    await bus
      .kv('domains')
      .put('new.example.com', { slug: 'new' })
      .catch(() => undefined)
    await until(() => source.domainAt('new.example.com')?.slug === 'new')
    expect(['a', 'b'].map((name) => source.domainAt(`${name}.example.com`)?.slug)).toEqual(['a', 'b'])
  })

  it('drops a deleted document and a deleted domain', async () => {
    const bus = await connect((await nats()).url())
    const { source } = await open(bus, await scratch())
    const [documents, domains] = [bus.kv('openapi'), bus.kv('domains')]
    for (const name of ['a', 'b', 'c']) {
      await documents.put(name, { paths: {} })
      await domains.put(`${name}.example.com`, { slug: name })
    }
    await expect.poll(() => [...source.documents().keys()]).toEqual(['a', 'b', 'c'])
    await expect.poll(() => source.domainAt('c.example.com')?.slug).toBe('c')
    await documents.delete('c')
    await domains.delete('c.example.com')
    await expect.poll(() => [...source.documents().keys()]).toEqual(['a', 'b'])
    await expect.poll(() => source.domainAt('c.example.com')).toBeNull()
  })

  it('keeps the document version when only replicas change', async () => {
    const bus = await connect((await nats()).url())
    const { source, replicasOf } = await open(bus, await scratch())
    await bus.kv('openapi').put('things', { paths: {} })
    await expect.poll(() => source.documents().size).toBe(1)
    const version = source.version()
    await bus.kv('manifests').put('things.a', manifest('things', '/things'))
    await expect.poll(() => replicasOf('/things')).toBe(1)
    source.drop('things.a')
    expect(replicasOf('/things')).toBe(0)
    expect(source.version()).toBe(version)
  })

  it('rejects routes and upgrades that the service does not declare, even from the saved file', async () => {
    const folder = await scratch()
    const bus = await connect((await nats()).url())
    const forged = manifest('others', '/others', { upgrades: ['/realtime'] })
    forged.routes.push(...manifest('others', '/things').routes, { ...forged.routes[0]!, root: true })
    await writeFile(
      join(folder, 'routes.json'),
      JSON.stringify({ manifests: { 'others.a': forged }, documents: {}, domains: {} }),
    )
    const { source, isKnown } = await open(bus, folder)
    expect([isKnown('/others'), isKnown('/things')]).toEqual([true, false])
    await bus.kv('manifests').put('others.b', { ...forged, instance: 'b' })
    await expect.poll(() => source.table().services.get('others')).toBe(1)
    expect([isKnown('/others'), isKnown('/things')]).toEqual([true, false])
    expect(source.table().upgradeReplicas('/realtime')).toBeNull()
    expect(source.table().match('GET', '/others', false).kind).toBe('none')
  })
})
