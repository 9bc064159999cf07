import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@wp/config'
import { readDeclarations } from '@wp/credentials/setup'
import { prepareCompose } from '@wp/local/compose/prepare'
import { settingsFor } from '@wp/runtime'
import { definitionOf } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../root.ts'

type Container = {
  image: string
  command?: string[]
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  ports?: string[]
  volumes?: string[]
  tmpfs?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, unknown>
  build?: { context: string; dockerfile: string; args: { SERVICE: string } }
}

const declarations = readDeclarations(root)
const names = [...declarations.keys()]
let dataDir = ''
let containers: Record<string, Container> = {}

/** Substitutes variables like Docker Compose: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`. */
const interpolate = (text: string, variables: Record<string, string>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = variables[name] ?? (kind === '-' ? rest : undefined)
    if (value === undefined) throw new Error(`${name} is not set`)
    return value
  })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'wp-compose-'))
  const variables = await prepareCompose(dataDir)
  const text = interpolate(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), variables)
  containers = (parse(text, { merge: true, maxAliasCount: -1 }) as { services: Record<string, Container> })
    .services
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Maps a path in a container to the path on this machine. */
const onHost = ({ volumes = [] }: Container, path: string): string => {
  const mount = volumes.map((volume) => volume.split(':')).find(([, target]) => path.startsWith(target!))
  if (!mount) throw new Error(`${path} is not mounted`)
  return join(
    mount[0]!.startsWith('.') ? join(root, 'deploy', mount[0]!) : mount[0]!,
    path.slice(mount[1]!.length),
  )
}

describe('deploy/compose.yaml', () => {
  it('contains every service, MongoDB, NATS, Prometheus and Grafana', () => {
    expect(Object.keys(containers).toSorted()).toEqual(
      [...names, 'grafana', 'mongodb', 'mongodb-users', 'nats', 'prometheus'].toSorted(),
    )
  })

  it('limits how long MongoDB keeps the locks of killed processes', () => {
    expect(containers['mongodb']!.command).toContain('--setParameter=transactionLifetimeLimitSeconds=10')
  })

  it('runs every container unprivileged, read-only and without capabilities, from a pinned image', () => {
    for (const [name, container] of Object.entries(containers)) {
      expect([name, container]).toEqual([
        name,
        expect.objectContaining({
          user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          image: expect.stringMatching(/^[\w./-]+:v?\d+\.\d+\.\d+(-\w+)?$/),
        }),
      ])
    }
  })

  it('publishes only the ports of the gateway, Grafana and Prometheus, and only on loopback', () => {
    const open = Object.entries(containers).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    )
    expect(open.toSorted()).toEqual([
      'gateway 127.0.0.1:8080:8080',
      'grafana 127.0.0.1:3000:3000',
      'prometheus 127.0.0.1:9090:9090',
    ])
  })

  it('mounts existing files and makes secrets readable only by their owner', () => {
    for (const container of Object.values(containers))
      for (const volume of container.volumes ?? []) {
        const host = onHost(container, volume.split(':')[1]!)
        expect([volume, existsSync(host)]).toEqual([volume, true])
      }
    for (const file of globSync(['secrets/**/*', 'credentials/**/*'], { cwd: dataDir }))
      expect([file, statSync(join(dataDir, file)).mode & 0o077]).toEqual([file, 0])
  })
})

describe.each(names)('service %s of deploy/compose.yaml', (name) => {
  it('is built from its source and starts after its dependencies', () => {
    const { build, image, depends_on: dependsOn } = containers[name]!
    expect(build).toEqual({
      context: '..',
      dockerfile: 'deploy/docker/service.Dockerfile',
      args: { SERVICE: name },
    })
    expect(image).toMatch(new RegExp(`^workspace-platform/${name}:`))
    expect(Object.keys(dependsOn!)).toEqual(['mongodb-users', 'nats'])
  })

  it('has only known settings, including all required ones and the addresses of the services that it calls', async () => {
    const container = containers[name]!
    const settings = settingsFor((await definitionOf(name))!)
    const known = Object.keys(settings).flatMap((key) => [key, `${key}_FILE`])
    const given = Object.entries(container.environment!)
    expect(given.map(([key]) => key).filter((key) => !known.includes(key))).toEqual([])
    const isPath = (value: string) => value.startsWith('/')
    const env = Object.fromEntries(
      given.map(([key, value]) => [key, isPath(value) ? onHost(container, value) : value]),
    )
    expect(() => readConfig(settings, { NODE_ENV: 'production', ...env })).not.toThrow()
    const called = Object.keys(declarations.get(name)!.calls).map((callee) =>
      callee.toUpperCase().replaceAll('-', '_'),
    )
    expect(
      Object.keys(env)
        .filter((key) => key.endsWith('_RPC'))
        .toSorted(),
    ).toEqual(called.map((callee) => `${callee}_RPC`).toSorted())
    expect('DATA_DIR' in env).toBe('DATA_DIR' in settings)
  })

  it('has a temporary folder that is large enough for the spooled uploads', () => {
    const { tmpfs, environment } = containers[name]!
    const spoolMb = Number(environment!['UPLOAD_SPOOL_MB'])
    expect(spoolMb).toBeGreaterThan(0)
    expect(tmpfs).toEqual([`/tmp:size=${spoolMb + 64}m`])
  })
})

describe('deploy/compose', () => {
  it("configures Prometheus to scrape every service, and Grafana's data source and dashboards", () => {
    const folder = join(root, 'deploy/compose')
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    for (const name of names) expect(read('prometheus.yml')).toContain(name)
    expect(read('grafana/datasources/prometheus.yaml')).toContain('http://prometheus:9090')
    expect(containers['grafana']!.volumes).toContain('../helm/platform/files/dashboards:/dashboards:ro')
    expect(read('grafana/dashboards/platform.yaml')).toContain('/dashboards')
  })
})
