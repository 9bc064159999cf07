import type { Bus } from '@wp/bus'
import { bodyLimitOf } from '@wp/http'
import type { RateClass, Route } from '@wp/http'
import type { Logger } from '@wp/telemetry'

/** KV bucket of the manifests, under `<service>.<instance>`. */
export const manifestsBucket = 'manifests'
/** KV bucket of the OpenAPI documents, under `<service>`. */
export const openApiBucket = 'openapi'

/** What the gateway needs to know of a route. */
export type ManifestRoute = {
  id: string
  method: string
  path: string
  access: 'open' | 'signedIn' | 'workspace' | 'admin'
  bodyLimit: number
  rate: RateClass
  rawBody?: true
  upload?: true
  host?: 'custom-domain'
  root?: true
}

/** One running process of a service. It counts as gone once `lease` (epoch milliseconds) has passed. */
export type Manifest = {
  service: string
  instance: string
  address: string
  since: string
  lease: number
  routes: ManifestRoute[]
  upgrades: string[]
}

const renewMs = 5000
const leaseMs = 15_000
const goodbyeMs = 1000

export const manifestRoute = (route: Route): ManifestRoute => ({
  id: route.id,
  method: route.method,
  path: route.path,
  access: route.access.kind === 'signed-in' ? 'signedIn' : route.access.kind,
  bodyLimit: bodyLimitOf(route),
  rate: route.rate ?? 'default',
  ...(route.rawBody ? { rawBody: true } : {}),
  ...(route.upload ? { upload: true } : {}),
  ...(route.host ? { host: route.host } : {}),
  ...(route.root ? { root: true } : {}),
})

type RegistrationParts = { bus: Bus; manifest: Omit<Manifest, 'lease'>; openApi: object; logger: Logger }

/** Tells the gateway about this process, again every 5 s while it lives; `withdraw` ends that at once. */
export const register = async ({ bus, manifest, openApi, logger }: RegistrationParts) => {
  const manifests = bus.kv<Manifest>(manifestsBucket)
  const key = `${manifest.service}.${manifest.instance}`
  let isKnown = false
  let isWithdrawn = false
  let isBusy = false

  const announce = async (): Promise<void> => {
    isBusy = true
    try {
      if (!isKnown) await bus.kv<object>(openApiBucket).put(manifest.service, openApi)
      await manifests.put(key, { ...manifest, lease: Date.now() + leaseMs })
      isKnown = true
    } catch (error) {
      if (isKnown)
        logger.warn({ err: error }, 'the manifest cannot be renewed, the gateway keeps what it knows')
      isKnown = false
    } finally {
      isBusy = false
    }
    if (isWithdrawn) await remove()
  }

  const remove = async (): Promise<void> => {
    const removed = manifests
      .delete(key)
      .catch((error: unknown) => logger.warn({ err: error }, 'the manifest ends by its lease'))
    await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())])
  }

  await announce()
  const timer = setInterval(() => {
    if (!isBusy) void announce()
  }, renewMs).unref()

  return {
    withdraw: async (): Promise<void> => {
      clearInterval(timer)
      isWithdrawn = true
      if (!isBusy) await remove()
    },
  }
}
