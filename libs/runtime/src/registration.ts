import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '@wp/bus'
import { manifestsBucket, manifestTtlMs, openApiBucket } from '@wp/http'
import type { Manifest } from '@wp/http'
import type { Logger } from '@wp/telemetry'

const renewMs = 5000
const withdrawMs = 1000

type RegistrationDeps = { bus: Bus; manifest: Manifest; openApi: object; logger: Logger }

/** Tells the gateway about this process, again every 5 s while it lives; `withdraw` ends that at once. */
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
      // A bucket that counts from lower down again has lost its data, and the documents were lost with it.
      if (!isAnnounced || revision <= lastRevision)
        await bus.kv<object>(openApiBucket).put(manifest.service, openApi)
      lastRevision = revision
      isAnnounced = true
    } catch (error) {
      if (isAnnounced)
        logger.warn({ err: error }, 'the manifest cannot be renewed, the gateway keeps what it knows')
      isAnnounced = false
    } finally {
      isBusy = false
    }
    if (isWithdrawn) await remove()
  }

  const remove = async (): Promise<void> => {
    const removed = manifests
      .delete(key)
      .catch((error: unknown) => logger.warn({ err: error }, 'the manifest ends by its lease'))
    await Promise.race([removed, delay(withdrawMs, undefined, { ref: false })])
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
