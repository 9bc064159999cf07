import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '@wp/bus'
import { manifestsBucket, manifestTtlMs, openApiBucket, routesBucket } from '@wp/http'
import type { Manifest } from '@wp/http'
import type { Logger } from '@wp/telemetry'

const renewIntervalMs = 5000
const withdrawTimeoutMs = 1000

type RegistrationDeps = { bus: Bus; manifest: Manifest; openApi: object; logger: Logger }

/**
 * Publishes this process's manifest for the gateway and renews it every 5 s. `withdraw` removes it. The service's
 * routes and OpenAPI document stay until the service is removed (`wp nats remove-service`).
 */
export const register = async ({ bus, manifest, openApi, logger }: RegistrationDeps) => {
  const manifests = bus.kv<Manifest>(manifestsBucket, { ttlMs: manifestTtlMs })
  const key = `${manifest.service}.${manifest.instance}`
  let isAnnounced = false
  let lastRevision = 0
  let isWithdrawn = false
  let isBusy = false

  const announce = async (): Promise<void> => {
    isBusy = true
    try {
      const revision = await manifests.put(key, manifest)
      // Revisions start over when NATS has lost the bucket; the other buckets are then lost too.
      if (!isAnnounced || revision <= lastRevision) {
        await bus.kv<object>(openApiBucket).put(manifest.service, openApi)
        await bus.kv<Manifest>(routesBucket).put(manifest.service, manifest)
      }
      lastRevision = revision
      isAnnounced = true
    } catch (error) {
      if (isAnnounced)
        logger.warn(
          { err: error },
          'failed to renew the manifest; the gateway keeps the last one until its lease expires',
        )
      isAnnounced = false
    } finally {
      isBusy = false
    }
    if (isWithdrawn) await remove()
  }

  const remove = async (): Promise<void> => {
    const removed = manifests
      .delete(key)
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'could not withdraw the manifest; it expires with its lease'),
      )
    await Promise.race([removed, delay(withdrawTimeoutMs, undefined, { ref: false })])
  }

  await announce()
  const timer = setInterval(() => {
    if (!isBusy) void announce()
  }, renewIntervalMs).unref()

  return {
    withdraw: async (): Promise<void> => {
      clearInterval(timer)
      isWithdrawn = true
      if (!isBusy) await remove()
    },
  }
}
