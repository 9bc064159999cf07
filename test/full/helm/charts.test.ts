import { globSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { callersOf, readDeclarations } from '@wp/credentials/setup'
import { repositoryRoot } from '@wp/local-platform'
import { settingsFor } from '@wp/runtime'
import { definitionOf } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askHelm, copyCharts, copyChartsWithLoyalty, findHelm, missingHelm, render } from './helm.ts'
import type { KubeObject } from './helm.ts'
import { faultsOf } from './objects.ts'
import { isOpenTo, podRuleFaults, selectorFaults } from './rules.ts'

const environments = ['trial', 'staging', 'production'] as const
/** On processors other than x64, Helm is emulated and much slower. */
const slowMs = 600_000

const declarations = readDeclarations(repositoryRoot)
const services = [...declarations.keys()]

const folder = copyCharts()
const withLoyalty = copyChartsWithLoyalty()
// In CI, the suite fails instead of being skipped when Helm is missing.
const isSkipped = findHelm() === null && process.env['CI'] !== 'true'

const skipReason = isSkipped ? ` (${missingHelm})` : ''

describe.skipIf(isSkipped)(`the charts${skipReason}`, () => {
  const rendered: Record<string, KubeObject[]> = {}

  beforeAll(async () => {
    await Promise.all(environments.map(async (name) => (rendered[name] = await render(folder, name))))
  }, slowMs)
  afterAll(() => {
    for (const each of [folder, withLoyalty]) rmSync(each, { recursive: true, force: true })
  })

  const find = (environment: string, kind: string, name: string): KubeObject | undefined =>
    rendered[environment]?.find((object) => object.kind === kind && object.metadata.name === name)
  const kindsOf = (environment: string) => new Set(rendered[environment]?.map(({ kind }) => kind))

  it.each(environments)('%s has only valid objects without unknown fields', async (name) => {
    const faults = await Promise.all(rendered[name]!.map(faultsOf))
    expect(faults.flat()).toEqual([])
    expect(rendered[name]!.length).toBeGreaterThan(40)
  })

  it('finds unknown fields, wrong types and removed APIs with faultsOf', async () => {
    const [deployment] = rendered['trial']!.filter(({ kind }) => kind === 'Deployment')
    const spoiled = structuredClone(deployment!)
    Object.assign((spoiled.spec['template'] as KubeObject).spec, { restartPolice: 'Always' })
    expect(await faultsOf(spoiled)).toEqual([
      expect.stringContaining('spec.template.spec.restartPolice is unknown'),
    ])
    expect(await faultsOf({ ...deployment!, spec: { ...deployment!.spec, replicas: 'two' } })).toHaveLength(1)
    expect(await faultsOf({ ...deployment!, apiVersion: 'extensions/v1beta1' })).toHaveLength(1)
  })

  it.each(environments)('%s has restricted pods with probes, limits and version labels', (name) => {
    expect(rendered[name]!.flatMap(podRuleFaults)).toEqual([])
  })

  it.each(environments)(
    '%s has services, budgets, monitors and scalers that match existing pods and ports',
    (name) => {
      expect(selectorFaults(rendered[name]!)).toEqual([])
    },
  )

  it.each(environments)('%s has unique object names', (name) => {
    const names = rendered[name]!.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(names.filter((each, at) => names.indexOf(each) !== at)).toEqual([])
  })

  it('allows gRPC only between services that declare the call', () => {
    const policies = rendered['production']!.filter(({ kind }) => kind === 'NetworkPolicy')
    for (const callee of services)
      for (const caller of services) {
        const isDeclared = callersOf(declarations, callee).has(caller)
        const open = isOpenTo(policies, caller, callee, { ingress: 'rpc', egress: 9090 })
        expect(open, `${caller} → ${callee}`).toEqual({ ingress: isDeclared, egress: isDeclared })
      }
  })

  it('allows HTTP to services only from the gateway', () => {
    const policies = rendered['production']!.filter(({ kind }) => kind === 'NetworkPolicy')
    for (const callee of services.filter((name) => name !== 'gateway'))
      for (const caller of services) {
        const isGateway = caller === 'gateway'
        const open = isOpenTo(policies, caller, callee, { ingress: 'http', egress: 8080 })
        expect(open, `${caller} → ${callee}`).toEqual({ ingress: isGateway, egress: isGateway })
      }
    expect(find('production', 'NetworkPolicy', 'default-deny')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    })
  })

  it(
    'adds a reachable service in a separate release without changing the others',
    { timeout: slowMs },
    async () => {
      const [others, added] = await Promise.all([
        render(withLoyalty, 'loyalty-apart'),
        render(withLoyalty, 'loyalty'),
      ])
      const withoutRules = (objects: KubeObject[]) =>
        objects.filter(
          ({ kind, metadata }) => `${kind} ${metadata.name}` !== 'PrometheusRule workspace-platform',
        )
      expect(withoutRules(others)).toEqual(withoutRules(rendered['production']!))
      expect(others).toHaveLength(rendered['production']!.length)
      expect((await Promise.all(added.map(faultsOf))).flat()).toEqual([])
      const names = added.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
      expect(names).toEqual(expect.arrayContaining(['Service loyalty-rpc', 'PrometheusRule loyalty-absence']))
      const policies = [...rendered['production']!, ...added].filter(({ kind }) => kind === 'NetworkPolicy')
      const http = { ingress: 'http', egress: 8080 }
      const rpc = { ingress: 'rpc', egress: 9090 }
      const isOpen = { ingress: true, egress: true }
      expect(isOpenTo(policies, 'gateway', 'loyalty', http)).toEqual(isOpen)
      for (const callee of ['admin-billing', 'identity', 'scheduling'])
        expect(isOpenTo(policies, 'loyalty', callee, rpc)).toEqual(isOpen)
      expect(isOpenTo(policies, 'loyalty', 'pos', rpc)).toEqual({ ingress: false, egress: false })
      expect(isOpenTo(policies, 'pos', 'loyalty', rpc)).toEqual({ ingress: false, egress: false })
    },
  )

  it('allows MongoDB only for services with a database, and outside calls only for services that declare them', () => {
    const egressPorts = (name: string): unknown[] =>
      (
        find('production', 'NetworkPolicy', name)!.spec['egress'] as { ports?: { port: unknown }[] }[]
      ).flatMap(({ ports = [{ port: 'any' }] }) => ports.map(({ port }) => port))
    expect(services.filter((name) => egressPorts(name).includes(27017))).toEqual(
      services.filter((name) => declarations.get(name)!.database),
    )
    expect(services.filter((name) => egressPorts(name).includes(443))).toEqual(['identity', 'storefront'])
    expect(services.filter((name) => egressPorts(name).includes('any'))).toEqual(['webhooks'])
  })

  it('sets no fixed replica count on services that are scaled automatically, and creates one scaler for each', () => {
    const scaled = rendered['production']!.filter(({ kind }) => /^(HorizontalPod|ScaledObject)/.test(kind))
    const consumes = (name: string) => declarations.get(name)!.follows.length > 0
    expect(scaled.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual(
      services
        .map((name) => `${consumes(name) ? 'ScaledObject' : 'HorizontalPodAutoscaler'} ${name}`)
        .toSorted(),
    )
    for (const { metadata } of scaled)
      expect(find('production', 'Deployment', metadata.name)!.spec).not.toHaveProperty('replicas')
    const { triggers } = find('production', 'ScaledObject', 'pos')!.spec as { triggers: { type: string }[] }
    expect(triggers.map(({ type }) => type)).toEqual(['cpu', 'prometheus'])
    expect(find('staging', 'HorizontalPodAutoscaler', 'pos')!.spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 10,
    })
    expect(find('trial', 'Deployment', 'pos')!.spec['replicas']).toBe(1)
    expect(kindsOf('trial')).not.toContain('HorizontalPodAutoscaler')
  })

  it('links every alert to its runbook, and adds an alert for each service without processes', () => {
    type Alert = { alert?: string; expr: string; annotations?: Record<string, string> }
    const objects = rendered['production']!.filter(({ kind }) => kind === 'PrometheusRule')
    const alerts = objects
      .flatMap(({ spec }) => spec['groups'] as { rules: Alert[] }[])
      .flatMap(({ rules }) => rules)
      .filter(({ alert }) => alert !== undefined)
    for (const { annotations } of alerts)
      expect(annotations?.['runbook_url']).toMatch(/^https:\/\/git\.example\.com\/.*\/runbooks\/[a-z-]+\.md$/)
    const absent = alerts.filter(({ alert }) => alert === 'ServiceAbsent').map(({ expr }) => expr)
    expect(absent.toSorted()).toEqual(
      services.map((name) => `absent(up{namespace="wp",service="${name}"} == 1)`).toSorted(),
    )
  })

  it('creates no budgets or network policies in trial, an Ingress in staging, and an HTTPRoute, budgets, monitors and rules in production', () => {
    expect(kindsOf('trial')).not.toContain('PodDisruptionBudget')
    expect(kindsOf('trial')).not.toContain('NetworkPolicy')
    expect(kindsOf('staging')).toContain('Ingress')
    for (const kind of ['HTTPRoute', 'PodDisruptionBudget', 'ServiceMonitor', 'PrometheusRule'])
      expect(kindsOf('production')).toContain(kind)
  })

  type RouteRule = { matches: { path: { value: string } }[]; timeouts: { request: string } }

  it('keeps WebSockets open, and gives other requests a longer timeout than the gateway', () => {
    const rules = find('production', 'HTTPRoute', 'gateway')!.spec['rules'] as RouteRule[]
    const limits = rules.flatMap(({ matches, timeouts }) =>
      matches.map(({ path }) => [path.value, timeouts.request]),
    )
    expect(limits).toEqual([
      ['/v1/realtime', '0s'],
      ['/api/v1/realtime', '0s'],
      ['/', '900s'],
    ])
    expect(find('staging', 'Ingress', 'gateway')!.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
      'nginx.ingress.kubernetes.io/proxy-send-timeout': '3600',
    })
  })

  it('spreads the pods of each service across zones and nodes in production, with a disruption budget and a monitor', () => {
    for (const name of services) {
      const { spec } = find('production', 'Deployment', name)!.spec['template'] as KubeObject
      expect(spec['topologySpreadConstraints']).toEqual([
        expect.objectContaining({ topologyKey: 'topology.kubernetes.io/zone', maxSkew: 1 }),
        expect.objectContaining({ topologyKey: 'kubernetes.io/hostname', maxSkew: 1 }),
      ])
      expect(find('production', 'PodDisruptionBudget', name)!.spec).toMatchObject({ maxUnavailable: 1 })
      expect(find('production', 'ServiceMonitor', name)).toBeDefined()
    }
  })

  it.each(services)(
    'passes only known settings to the pods of %s, and DATA_DIR if the service has that setting',
    async (name) => {
      const known = Object.keys(settingsFor((await definitionOf(name))!))
      const pod = find('production', 'Deployment', name)!.spec['template'] as {
        spec: { containers: { env: { name: string }[] }[] }
      }
      const given = pod.spec.containers[0]!.env.map((variable) => variable.name.replace(/_FILE$/, ''))
      expect(given.filter((setting) => !known.includes(setting))).toEqual([])
      expect(given.includes('DATA_DIR')).toBe(known.includes('DATA_DIR'))
    },
  )

  it("includes the dashboards unchanged as ConfigMaps with Grafana's label, except in trial", () => {
    const maps = rendered['production']!.filter(
      ({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1',
    )
    const data = Object.assign({}, ...maps.map((map) => (map as unknown as { data: object }).data)) as object
    const files = globSync('helm/platform/files/dashboards/*.json', { cwd: repositoryRoot })
    expect(files.length).toBeGreaterThan(2)
    expect(data).toEqual(
      Object.fromEntries(
        files.map((file) => [basename(file), readFileSync(join(repositoryRoot, file), 'utf8')]),
      ),
    )
    expect(kindsOf('trial')).not.toContain('ConfigMap')
  })

  it('runs the migrations of services with a database before an upgrade', () => {
    const jobs = rendered['production']!.filter(
      ({ kind, metadata }) => kind === 'Job' && metadata.name !== 'nats-streams',
    )
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual(
      services.filter((name) => declarations.get(name)!.database).map((name) => `${name}-migrations`),
    )
    for (const { metadata } of jobs)
      expect(metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-upgrade' })
  })

  it("gives existing streams their settings after an upgrade, if the chart has the NATS operator's credentials", () => {
    const { metadata, spec } = find('production', 'Job', 'nats-streams')!
    expect(metadata.annotations).toMatchObject({ 'helm.sh/hook': 'post-install,post-upgrade' })
    const [container] = (spec['template'] as { spec: { containers: object[] } }).spec.containers
    expect(container).toMatchObject({
      image: expect.stringMatching(/^registry\.example\.com\/workspace-platform\/identity:/),
      args: ['nats', 'streams'],
      env: expect.arrayContaining([
        { name: 'NATS_REPLICAS', value: '3' },
        { name: 'NATS_STREAM_MB', value: '8192' },
      ]),
    })
    expect(find('trial', 'Job', 'nats-streams')).toBeUndefined()
  })

  it(
    'renders a single service the same as in the platform chart',
    async () => {
      const alone = await render(folder, 'identity')
      const deployment = alone.find(({ kind }) => kind === 'Deployment')
      expect(deployment?.spec).toEqual(find('production', 'Deployment', 'identity')!.spec)
    },
    slowMs,
  )

  it.each(['lint', 'lint-platform'] as const)(
    'passes helm lint (%s)',
    async (question) => {
      expect(await askHelm(folder, question)).toContain('1 chart(s) linted, 0 chart(s) failed')
    },
    slowMs,
  )

  it(
    'rejects a gateway behind a proxy whose network is not set',
    async () => {
      expect(await askHelm(folder, 'no-proxies')).toContain('global.expose.trustedProxies: set the networks')
    },
    slowMs,
  )

  it('sets trusted proxies and allowed origins only where they are used, and makes the temporary volume large enough for spooled uploads', () => {
    type Pod = {
      containers: { env: { name: string; value?: string }[] }[]
      volumes: { name: string; emptyDir?: { sizeLimit: string } }[]
    }
    const podOf = (name: string) =>
      (find('production', 'Deployment', name)!.spec['template'] as { spec: Pod }).spec
    const settingOf = (name: string, setting: string) =>
      podOf(name).containers[0]!.env.find((one) => one.name === setting)?.value
    expect(settingOf('gateway', 'TRUSTED_PROXIES')).toBe('10.0.0.0/8')
    expect(settingOf('finance', 'TRUSTED_PROXIES')).toBeUndefined()
    for (const name of ['gateway', 'realtime'])
      expect(settingOf(name, 'ALLOWED_ORIGINS')).toBe('https://app.example.com')
    expect(settingOf('finance', 'ALLOWED_ORIGINS')).toBeUndefined()
    const spoolMb = Number(settingOf('finance', 'UPLOAD_SPOOL_MB'))
    expect(spoolMb).toBeGreaterThan(0)
    const tmp = podOf('finance').volumes.find(({ name }) => name === 'tmp')
    expect(tmp?.emptyDir?.sizeLimit).toBe(`${spoolMb + 64}Mi`)
  })

  it(
    'rejects unknown values',
    async () => {
      expect(await askHelm(folder, 'unknown-value')).toContain('Additional property replica is not allowed')
    },
    slowMs,
  )
})
