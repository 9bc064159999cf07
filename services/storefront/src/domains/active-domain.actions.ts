import type { Bus } from '@wp/bus'
import { domainsBucket } from '@wp/http'
import type { CustomDomain } from '@wp/http'
import type { Id } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { storeStore } from '../store/store.store.ts'
import type { domainStore } from './domain.store.ts'

/** What the gateway knows of the active domains, kept equal to the database. */
export type ActiveDomains = {
  /** Brings a name up to date, in the background; what fails is mended by `compareAll`. */
  refresh(name: string): void
  /** The same for all names of a store. */
  refreshStore(workspaceId: Id): void
  /** Brings everything up to date that differs. */
  compareAll(): Promise<void>
  close(): Promise<void>
}

export const openActiveDomains = ({
  bus,
  logger,
  stores,
  domains,
}: {
  bus: Pick<Bus, 'kv'>
  logger: Logger
  stores: ReturnType<typeof storeStore>
  domains: ReturnType<typeof domainStore>
}): ActiveDomains => {
  const bucket = bus.kv<CustomDomain>(domainsBucket)
  /** Null until the bucket has been read once. */
  let published: ReadonlyMap<string, CustomDomain> | null = null
  const watch = bucket.watchAll((map) => (published = map))

  const publishName = async (name: string): Promise<void> => {
    const active = await domains.findActive(name)
    const store = active && (await stores.find(active.workspaceId))
    if (store) await bucket.put(name, { slug: store.slug })
    else await bucket.delete(name)
  }

  const compareAll = async (): Promise<void> => {
    if (!published) return
    const gone = new Set(published.keys())
    for await (const { domain, workspaceId } of domains.iterateActive()) {
      gone.delete(domain)
      const slug = (await stores.find(workspaceId))?.slug
      if (published.get(domain)?.slug !== slug) await publishName(domain)
    }
    for (const name of gone) await publishName(name)
  }

  /** One after the other, so that the last change of a name is the last that is published. */
  let last: Promise<void> = Promise.resolve()
  const inBackground = (work: () => Promise<unknown>): void => {
    last = last.then(async () => {
      try {
        await work()
      } catch (error) {
        logger.warn({ err: error }, 'the gateway hears of a domain later')
      }
    })
  }

  return {
    refresh: (name) => inBackground(() => publishName(name)),
    refreshStore: (workspaceId) =>
      inBackground(async () => {
        for (const { domain } of await domains.listActive(workspaceId)) await publishName(domain)
      }),
    compareAll,
    close: () => watch.stop(),
  }
}
