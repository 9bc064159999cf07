import { openBus } from '@wp/bus'
import type { EventDefinition } from '@wp/bus'
import { systemClock } from '@wp/kernel'
import type { RpcService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { inProcess, openTestDatabase, platform, tokensOf } from '@wp/testing'
import type { z } from 'zod'
import { storefront, storefrontCollections } from '../src/service.ts'

const watcher = () => ({
  logger: createLogger({ service: 'test', level: 'fatal' }),
  metrics: createMetrics('test'),
})

export const storefrontRpcClient = <Definition>(service: RpcService<Definition>) =>
  rpcClient(service, {
    tokens: tokensOf(),
    addresses: platform().services['storefront']![0]!.rpc!,
    deadlineMs: 10_000,
    ...watcher(),
  })

export const openStorefrontDatabase = () =>
  openTestDatabase('wp_storefront', { collections: storefrontCollections, checkPlans: true })

/** Opens a connection to the platform's NATS. */
export const openPlatformBus = () =>
  openBus({ url: platform().natsUrl, service: 'test', clock: systemClock, ...watcher() })

/** Collects new events of one type. */
export const followEvents = async <const Event extends EventDefinition>(event: Event) => {
  const bus = await openPlatformBus()
  const events: { workspaceId: string | null; data: z.output<Event['data']> }[] = []
  await bus.follow({ events: [event], handle: (one) => void events.push(one as (typeof events)[number]) })
  return { events, close: () => bus.close() }
}

/** Starts a second storefront replica with its own settings on the same database and NATS. */
export const secondReplica = (env: Record<string, string> = {}) =>
  inProcess(storefront, { env: { NATS_URL: platform().natsUrl, DATABASE_PREFIX: 'wp_', ...env } })
