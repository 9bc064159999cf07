import type { KubeObject } from './helm.ts'

type Labels = Record<string, string>
type Port = { name?: string; containerPort?: number; port?: number | string; targetPort?: string }
type Container = {
  image: string
  ports?: Port[]
  securityContext?: Record<string, unknown>
  resources?: { requests?: Labels; limits?: Labels }
  env?: { name: string; value?: string }[]
  lifecycle?: { preStop: { sleep: { seconds: number } } }
} & Record<string, unknown>
type PodSpec = { containers: Container[]; securityContext?: Record<string, unknown> } & Record<
  string,
  unknown
>
type PodTemplate = { metadata?: { labels?: Labels }; spec: PodSpec }

const podOf = (object: KubeObject): PodTemplate | null => {
  if (object.kind === 'Pod') return object as unknown as PodTemplate
  return (object.spec?.['template'] as PodTemplate | undefined)?.spec?.containers
    ? (object.spec['template'] as PodTemplate)
    : null
}

const pauseSeconds = ({ containers: [container] }: PodSpec): number =>
  container?.lifecycle?.preStop.sleep.seconds ?? 0
const drainSeconds = ({ containers: [container] }: PodSpec): number =>
  Number(container?.env?.find(({ name }) => name === 'DRAIN_MS')?.value) / 1000

/** Returns violations of the restricted pod security profile and of our resource and probe rules, one line each. */
export const podRuleFaults = (object: KubeObject): string[] => {
  const pod = podOf(object)
  if (!pod) return []
  const { spec } = pod
  const isServing = object.kind === 'Deployment'
  const rules: [name: string, holds: boolean][] = [
    ['runs as a non-root user', spec.securityContext?.['runAsNonRoot'] === true],
    ['has the default seccomp profile', JSON.stringify(spec.securityContext).includes('RuntimeDefault')],
    ['mounts no service account token', spec['automountServiceAccountToken'] === false],
    [
      'has a grace period for the pause before SIGTERM, draining and 10 seconds more',
      !isServing || spec['terminationGracePeriodSeconds'] === pauseSeconds(spec) + drainSeconds(spec) + 10,
    ],
    ...spec.containers.flatMap((container): [string, boolean][] => [
      ['has a pinned image', /(@sha256:[0-9a-f]{64}|:(?!latest)[\w][\w.-]*)$/.test(container.image)],
      ['has a read-only root file system', container.securityContext?.['readOnlyRootFilesystem'] === true],
      ['cannot gain privileges', container.securityContext?.['allowPrivilegeEscalation'] === false],
      ['drops all capabilities', JSON.stringify(container.securityContext).includes('"drop":["ALL"]')],
      ['has a memory limit', container.resources?.limits?.['memory'] !== undefined],
      ['has no CPU limit', container.resources?.limits?.['cpu'] === undefined],
      ['requests CPU and memory', Object.keys(container.resources?.requests ?? {}).length === 2],
      [
        'has startup, liveness and readiness probes',
        !isServing || ['startupProbe', 'livenessProbe', 'readinessProbe'].every((key) => container[key]),
      ],
      [
        'sets each environment variable once',
        new Set(container.env?.map(({ name }) => name)).size === (container.env?.length ?? 0),
      ],
    ]),
  ]
  return rules
    .filter(([, holds]) => !holds)
    .map(([name]) => `${object.kind} ${object.metadata.name}: expected that it ${name}`)
}

const matches = (selector: Labels | undefined, labels: Labels | undefined): boolean =>
  Object.entries(selector ?? {}).every(([key, value]) => labels?.[key] === value)

/** Returns problems with selectors, ports and references, such as a selector that matches no pod. */
export const selectorFaults = (objects: KubeObject[]): string[] => {
  const pods = objects.flatMap((object) => podOf(object) ?? [])
  const labelsOfPod = (pod: PodTemplate) => pod.metadata?.labels
  const portsOf = (labels: Labels): Port[] =>
    pods
      .filter((pod) => matches(labels, labelsOfPod(pod)))
      .flatMap((pod) => pod.spec.containers[0]?.ports ?? [])
  const named = (kind: string, name: string) =>
    objects.some((object) => object.kind === kind && object.metadata.name === name)
  return objects.flatMap((object) => {
    const { kind, metadata, spec } = object
    const fault = (text: string) => `${kind} ${metadata.name}: ${text}`
    const selector =
      ((spec?.['selector'] ?? spec?.['podSelector']) as { matchLabels?: Labels } & Labels) ?? {}
    const labels: Labels = selector.matchLabels ?? selector
    if (kind === 'Service') {
      const ports = portsOf(labels).map(({ name }) => name)
      return (spec['ports'] as Port[])
        .filter(({ targetPort }) => !ports.includes(targetPort))
        .map(({ targetPort }) => fault(`no pod has the port ${targetPort}`))
    }
    if (kind === 'ServiceMonitor')
      return objects.some(
        (each) =>
          each.kind === 'Service' &&
          matches(labels, each.metadata.labels) &&
          (each.spec['ports'] as Port[]).some(({ name }) => name === 'ops'),
      )
        ? []
        : [fault('finds no service with the port ops')]
    if (['Deployment', 'PodDisruptionBudget', 'NetworkPolicy'].includes(kind)) {
      if (Object.keys(labels).some((key) => key.endsWith('/version'))) return [fault('selects by version')]
      return pods.some((pod) => matches(labels, labelsOfPod(pod))) ? [] : [fault('selects no pod')]
    }
    if (/^(HorizontalPodAutoscaler|ScaledObject)$/.test(kind)) {
      const { name } = spec['scaleTargetRef'] as { name: string }
      return named('Deployment', name) ? [] : [fault(`scales ${name}, which does not exist`)]
    }
    return []
  })
}

/** A rule without ports allows all. */
type Rule = { ports?: Port[]; from?: { podSelector?: Selector }[]; to?: Rule['from'] }
type Selector = { matchLabels?: Labels }

const selects = ({ matchLabels = {} }: Selector, service: string): boolean =>
  matches(matchLabels, {
    'app.kubernetes.io/name': service,
    'app.kubernetes.io/part-of': 'workspace-platform',
  })

/**
 * Returns whether network policies allow calls from one service to another: the callee's ingress and the caller's
 * egress.
 */
export const isOpenTo = (
  policies: KubeObject[],
  caller: string,
  callee: string,
  ports: { ingress: string; egress: number },
): { ingress: boolean; egress: boolean } => {
  const allows = (service: string, side: 'ingress' | 'egress', peer: string): boolean =>
    policies
      .filter(({ spec }) => selects(spec['podSelector'] as Selector, service))
      .flatMap(({ spec }) => (spec[side] ?? []) as Rule[])
      .filter((rule) => rule.ports?.some(({ port }) => port === ports[side]) ?? true)
      .some((rule) =>
        (rule.from ?? rule.to ?? [{}]).some(({ podSelector }) => podSelector && selects(podSelector, peer)),
      )
  return { ingress: allows(callee, 'ingress', caller), egress: allows(caller, 'egress', callee) }
}
