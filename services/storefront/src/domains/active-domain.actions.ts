import type { Bus } from '@wp/bus'
import { domainsBucket } from '@wp/http'
import type { CustomDomain } from '@wp/http'
import type { Id } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { shopSettingsStore } from '../shop-settings/shop-settings.store.ts'
import type { domainStore } from './domain.store.ts'

/** Publishes the active domains to the gateway and keeps them in sync with the database. */
export type ActiveDomains = {
  /** Publishes a domain's state in the background; `compareAll` repairs failures. */
  refresh(name: string): void
  /** Publishes the state of a shop's active domains in the background. */
  refreshStore(workspaceId: Id): void
  /** Publishes every domain whose published state differs from the database. */
  compareAll(): Promise<void>
  close(): Promise<void>
}

export const openActiveDomains = ({
  bus,
  logger,
  shopSettings,
  domains,
}: {
  bus: Pick<Bus, 'kv'>
  logger: Logger
  shopSettings: ReturnType<typeof shopSettingsStore>
  domains: ReturnType<typeof domainStore>
}): ActiveDomains => {
  const bucket = bus.kv<CustomDomain>(domainsBucket)
  /** Null until the bucket has been read. */
  let published: ReadonlyMap<string, CustomDomain> | null = null
  const watch = bucket.watchAll((map) => (published = map))

  const publishName = async (name: string): Promise<void> => {
    const active = await domains.findActive(name)
    const store = active && (await shopSettings.find(active.workspaceId))
    if (store) await bucket.put(name, { slug: store.slug, workspaceId: store.workspaceId })
    else await bucket.delete(name)
  }

  const compareAll = async (): Promise<void> => {
    if (!published) return
    const gone = new Set(published.keys())
    for await (const { domain, workspaceId } of domains.iterateActive()) {
      gone.delete(domain)
      const slug = (await shopSettings.find(workspaceId))?.slug
      const known = published.get(domain)
      if (known?.slug !== slug || (slug && known?.workspaceId !== workspaceId))
        await inOrder(() => publishName(domain))
    }
    for (const name of gone) await inOrder(() => publishName(name))
  }

  /** Publishes one change at a time, so that the last change to a domain is published last. */
  let last: Promise<void> = Promise.resolve()
  const inOrder = (work: () => Promise<unknown>): Promise<void> => {
    last = last.then(async () => {
      try {
        await work()
      } catch (error) {
        logger.warn({ err: error }, 'failed to publish a custom domain; will retry')
      }
    })
    return last
  }

  return {
    refresh: (name) => void inOrder(() => publishName(name)),
    refreshStore: (workspaceId) =>
      void inOrder(async () => {
        for (const { domain } of await domains.listActive(workspaceId)) await publishName(domain)
      }),
    compareAll,
    close: () => watch.stop(),
  }
}
