import type { KubeObject } from './helm.ts'

type Model = new (data: never) => { validate(): void }

/**
 * Validation models by API version. API versions that are missing here are reported, because they may be new or
 * removed.
 */
const models: Record<string, () => Promise<object>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'batch/v1': () => import('kubernetes-models/batch/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'monitoring.coreos.com/v1': () => import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'),
  'keda.sh/v1alpha1': () => import('@kubernetes-models/keda/keda.sh/v1alpha1'),
  'gateway.networking.k8s.io/v1': () => import('@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1'),
}

/** Records the fields that a validator never reads, that is, the unknown ones. */
const watchReads = (value: unknown, path: string, unread: Set<string>): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  const wrapped = new Map(
    fields.map(([key, field]) => {
      if (!Array.isArray(value)) unread.add(`${path}.${key}`)
      return [key, watchReads(field, `${path}.${key}`, unread)]
    }),
  )
  return new Proxy(value, {
    get: (target, key) => {
      unread.delete(`${path}.${String(key)}`)
      return wrapped.has(String(key)) ? wrapped.get(String(key)) : Reflect.get(target, key)
    },
  })
}

/** Returns violations of the object's schema, including unknown fields, one line each. */
export const faultsOf = async (object: KubeObject): Promise<string[]> => {
  const where = `${object.kind} ${object.metadata.name}`
  const kinds = (await models[object.apiVersion]?.()) as Record<string, Model> | undefined
  const Kind = kinds?.[object.kind]
  if (!Kind) return [`${where}: ${object.apiVersion} is not among the APIs that may be used`]
  const unread = new Set<string>()
  try {
    // The models copy their input, so the watched values are assigned afterward.
    const model = new Kind(object as never)
    for (const [key, value] of Object.entries(object))
      Object.assign(model, { [key]: watchReads(value, key, unread) })
    model.validate()
  } catch (error) {
    return [`${where}: ${(error as Error).message}`]
  }
  return [...unread].map((path) => `${where}: ${path} is unknown`)
}
