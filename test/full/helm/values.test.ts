import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { repositoryRoot } from '@wp/local-platform'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { addNotes, askHelm, copyCharts, findHelm, missingHelm, render } from './helm.ts'
import type { KubeObject, Question } from './helm.ts'
import { faultsOf } from './objects.ts'

/** On processors other than x64, Helm is emulated and much slower. */
const timeout = { timeout: 600_000 }
const declarations = readDeclarations(repositoryRoot)

const folder = copyCharts()
addNotes(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isSkipped = findHelm() === null && process.env['CI'] !== 'true'
const skipReason = isSkipped ? ` (${missingHelm})` : ''

const valid = async (question: Question) => {
  const objects = await render(folder, question)
  expect((await Promise.all(objects.map(faultsOf))).flat()).toEqual([])
  const find = (kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name)
  return { objects, find, specOf: (kind: string, name: string) => find(kind, name)!.spec }
}

const podOf = (spec: Record<string, unknown>) => spec['template'] as KubeObject

const placement = {
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'spot', operator: 'Exists' }],
  priorityClassName: 'important',
}

describe('values.yaml of the service chart', () => {
  type Values = { [name: string]: Values | unknown[] | string | number | boolean | null }
  const read = (file: string) => (parse(readFileSync(file, 'utf8')) ?? {}) as Values
  const namesOf = (values: Values, before = ''): string[] =>
    Object.entries(values).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0
        ? namesOf(value, `${before}${name}.`)
        : [`${before}${name}`],
    )

  it('has only values that a test renders', () => {
    const files = globSync(
      ['helm/environments/*.yaml', 'services/*/helm.yaml', 'test/full/helm/values/*.yaml'],
      {
        cwd: repositoryRoot,
      },
    )
    const isService = (name = '') => declarations.has(name)
    const set = files
      .flatMap((file) => namesOf(read(join(repositoryRoot, file))))
      .map((path) => (isService(path.split('.')[0]) ? path.slice(path.indexOf('.') + 1) : path))
    const all = namesOf(read(join(repositoryRoot, 'helm/service/values.yaml')))
    expect(all.length).toBeGreaterThan(70)
    expect(all.filter((name) => !set.some((path) => path === name || path.startsWith(`${name}.`)))).toEqual(
      [],
    )
  })
})

describe.skipIf(isSkipped)(`values of the charts${skipReason}`, timeout, () => {
  it('extends the pods of a service', async () => {
    const { objects, find, specOf } = await valid('extensions')
    const { strategy, template } = specOf('Deployment', 'pos') as { strategy: object; template: KubeObject }
    expect(strategy).toMatchObject({ type: 'RollingUpdate' })
    expect(template.metadata.labels).toMatchObject({
      'example.com/tier': 'gold',
      'app.kubernetes.io/name': 'pos',
      'app.kubernetes.io/version': '9.9.9',
    })
    expect(template.metadata.annotations).toEqual({ 'example.com/team': 'sales' })
    expect(template.spec).toMatchObject({
      ...placement,
      serviceAccountName: 'cloud',
      imagePullSecrets: [{ name: 'registry' }],
      affinity: { nodeAffinity: {} },
      // preStopSeconds, drainSeconds and 10 seconds more.
      terminationGracePeriodSeconds: 37,
      volumes: expect.arrayContaining([
        expect.objectContaining({ name: 'certificates' }),
        { name: 'data', persistentVolumeClaim: { claimName: 'pos-files' } },
        { name: 'credentials', secret: expect.objectContaining({ secretName: 'vault-credentials' }) },
        { name: 'tmp', emptyDir: { sizeLimit: '164Mi' } },
      ]),
      containers: [
        {
          image: `registry.example.com/team/pos@sha256:${'0123456789abcdef'.repeat(4)}`,
          imagePullPolicy: 'Always',
          lifecycle: { preStop: { sleep: { seconds: 7 } } },
          env: expect.arrayContaining([
            { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
            { name: 'DRAIN_MS', value: '20000' },
            // IPv4 and IPv6.
            { name: 'HOST', value: '::' },
            { name: 'IDENTITY_RPC', value: 'dns:///identity-rpc.wp.svc.cluster.example:9090' },
            { name: 'LOG_LEVEL', value: 'debug' },
            { name: 'MONGODB_POOL_SIZE', value: '25' },
            { name: 'OPS_HOST', value: '::' },
            { name: 'UPLOAD_SPOOL_MB', value: '100' },
          ]),
          volumeMounts: expect.arrayContaining([
            { name: 'certificates', mountPath: '/certificates', readOnly: true },
            { name: 'data', mountPath: '/data' },
          ]),
        },
      ],
    })
    expect(template.spec).not.toHaveProperty('topologySpreadConstraints')
    expect(JSON.stringify(template.spec['volumes'])).toContain(
      '"secret":{"name":"vault-mongodb","items":[{"key":"address","path":"MONGODB_URL"}]}',
    )
    for (const [kind, name] of [
      ['ServiceAccount', 'pos'],
      ['PodDisruptionBudget', 'pos'],
      ['Job', 'pos-migrations'],
      ['PersistentVolumeClaim', 'pos-data'],
    ] as const)
      expect(find(kind, name)).toBeUndefined()
    const extra = objects.find(({ metadata: { name } }) => name === 'pos-extra')
    expect(extra).toMatchObject({ kind: 'ConfigMap', data: { environment: 'production' } })
  })

  it('changes scaling, monitoring and network policies', async () => {
    const { find, specOf } = await valid('extensions')
    expect(specOf('ScaledObject', 'pos')).toMatchObject({
      minReplicaCount: 4,
      triggers: [
        { metadata: { value: '55' } },
        { metadata: { serverAddress: 'http://prometheus.example:9090', threshold: '250' } },
      ],
    })
    expect(find('ServiceMonitor', 'pos')).toMatchObject({
      metadata: { labels: { release: 'monitoring' } },
      spec: { endpoints: [{ interval: '30s' }] },
    })
    const { egress } = specOf('NetworkPolicy', 'pos') as { egress: object[] }
    expect(egress).toContainEqual(
      expect.objectContaining({ to: [{ ipBlock: { cidr: '169.254.20.10/32' } }] }),
    )
    const ports = JSON.stringify(egress)
    expect(ports).toContain('{"port":27018,"endPort":27019,"protocol":"TCP"}')
    expect(ports).toContain('{"port":4223,"protocol":"TCP"}')
  })

  it('recreates a pod whose volume only one node can mount, and opens only port 80 to every address', async () => {
    const { find, specOf } = await valid('one-node-claim')
    const deployment = specOf('Deployment', 'finance')
    expect(deployment).toMatchObject({ strategy: { type: 'Recreate' } })
    expect(podOf(deployment).spec).toMatchObject({
      containers: [
        {
          image: 'registry.example.com/workspace-platform/finance:1.2.3',
          env: expect.arrayContaining([
            { name: 'MONGODB_POOL_SIZE', value: '33' },
            { name: 'NATS_STORE_MB', value: '50000' },
          ]),
        },
      ],
    })
    expect(specOf('PersistentVolumeClaim', 'finance-data')).toMatchObject({ storageClassName: 'fast' })
    expect(find('ServiceAccount', 'finance')!.metadata.annotations).toEqual({ 'example.com/role': 'finance' })
    const { egress } = specOf('NetworkPolicy', 'finance') as {
      egress: { ports: { port: number }[]; to?: unknown[] }[]
    }
    const openPorts = egress
      .filter(({ to }) => !to?.length)
      .flatMap(({ ports }) => ports.map(({ port }) => port))
    expect(openPorts).toEqual([80])
  })

  it('runs migrations on the same nodes as the service, without its files', async () => {
    const { specOf } = await valid('one-node-claim')
    const job = specOf('Job', 'finance-migrations')
    expect(job).toMatchObject({ activeDeadlineSeconds: 900 })
    expect(podOf(job).spec).toMatchObject(placement)
    expect(JSON.stringify(job)).not.toContain('"mountPath":"/data"')
  })

  it('runs migrations with their own labels and annotations, and with the account of the service', async () => {
    const { specOf } = await valid('one-node-claim')
    const pod = podOf(specOf('Job', 'finance-migrations'))
    expect(pod.metadata).toEqual({
      labels: {
        'example.com/tier': 'silver',
        'app.kubernetes.io/name': 'finance-migrations',
        'app.kubernetes.io/part-of': 'workspace-platform',
      },
      annotations: { 'linkerd.io/inject': 'disabled' },
    })
    expect(podOf(specOf('Deployment', 'finance')).metadata).toMatchObject({
      labels: { 'example.com/tier': 'gold' },
      annotations: { 'linkerd.io/inject': 'enabled' },
    })
    // Without a cluster, the service account of an earlier release cannot be found.
    expect(pod.spec).toMatchObject({ serviceAccountName: 'default' })
    const chosen = await valid('chosen-services')
    expect(podOf(chosen.specOf('Job', 'contests-migrations')).spec).toMatchObject({
      serviceAccountName: 'cloud',
    })
  })

  const ofJobs = {
    labels: { 'example.com/tier': 'silver' },
    annotations: { 'linkerd.io/inject': 'disabled' },
  }

  it('changes streams with the image, variables and volumes of identity, and on its nodes', async () => {
    const { specOf } = await valid('chosen-services')
    const pod = podOf(specOf('Job', 'nats-streams'))
    expect(pod.metadata).toMatchObject(ofJobs)
    expect(pod.spec).toMatchObject({
      nodeSelector: { disk: 'ssd' },
      serviceAccountName: 'cloud',
      volumes: expect.arrayContaining([expect.objectContaining({ name: 'certificates' })]),
      containers: [
        {
          image: 'registry.example.com/team/identity:9.9.9',
          imagePullPolicy: 'Always',
          args: ['nats', 'streams'],
          env: expect.arrayContaining([{ name: 'NODE_EXTRA_CA_CERTS', value: '/certificates/ca.pem' }]),
          volumeMounts: expect.arrayContaining([expect.objectContaining({ name: 'certificates' })]),
        },
      ],
    })
  })

  it('runs the signup test with the account of the gateway, and on its nodes', async () => {
    const { find } = await valid('chosen-services')
    expect(find('Pod', 'signup-test')).toMatchObject({
      metadata: ofJobs,
      spec: { serviceAccountName: 'cloud', tolerations: placement.tolerations },
    })
  })

  it('removes jobs, the signup test and their network policies when they have succeeded', async () => {
    const { objects } = await valid('chosen-services')
    const hooks = objects.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'])
    expect(hooks.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(
      expect.arrayContaining([
        'Job nats-streams',
        'Job pos-migrations',
        'NetworkPolicy signup-test',
        'Pod signup-test',
      ]),
    )
    for (const { metadata } of hooks)
      expect(metadata.annotations!['helm.sh/hook-delete-policy']).toBe('before-hook-creation,hook-succeeded')
  })

  it('omits the pause before SIGTERM when it is 0, because older API servers reject it', async () => {
    const { specOf } = await valid('chosen-services')
    const [container] = podOf(specOf('Deployment', 'gateway')).spec['containers'] as object[]
    expect(container).not.toHaveProperty('lifecycle')
  })

  it('rejects an additional variable that the chart already sets', async () => {
    expect(await askHelm(folder, 'repeated-variable')).toContain('extraEnv: DRAIN_MS is already set')
  })

  it('omits services, and exposes additional hosts', async () => {
    const { objects, specOf } = await valid('chosen-services')
    const deployed = objects.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name)
    expect(deployed.toSorted()).toEqual([...declarations.keys()].filter((name) => name !== 'labs').toSorted())
    expect(specOf('Deployment', 'contests')).toMatchObject({ replicas: 3 })
    expect(specOf('HTTPRoute', 'gateway')).toMatchObject({
      hostnames: ['platform.example.com', 'shop.example.com'],
    })
  })

  it('prints how many connections all pods open to MongoDB, and warns when it accepts fewer, and without runbooks', async () => {
    const { objects, find } = await valid('chosen-services')
    type Scaler = { maxReplicas?: number; maxReplicaCount?: number; scaleTargetRef: { name: string } }
    const scalers = objects
      .filter(({ kind }) => /^(HorizontalPodAutoscaler|ScaledObject)$/.test(kind))
      .map(({ spec }) => spec as unknown as Scaler)
    const podsOf = (name: string) => {
      const scaler = scalers.find(({ scaleTargetRef }) => scaleTargetRef.name === name)
      return scaler?.maxReplicas ?? scaler?.maxReplicaCount ?? 3
    }
    const services = [...declarations.keys()].filter(
      (name) => name !== 'labs' && declarations.get(name)!.database,
    )
    // A rolling update adds a pod.
    const total = services.reduce((sum, name) => sum + (podsOf(name) + 1) * 60, 0)
    expect(total).toBeGreaterThan(1000)
    const { small, large, withoutRunbooks } = (
      find('ConfigMap', 'notes') as unknown as { data: Record<string, string> }
    ).data
    for (const notes of [small, large])
      expect(notes).toContain(`all pods open up to ${total} connections to each MongoDB server`)
    expect(small).toContain('WARNING: this is more than global.mongodb.maxConnections (1000)')
    expect(large).not.toContain('WARNING')
    expect(withoutRunbooks).toContain('WARNING: alerts contain no link to their runbook')
  })
})
