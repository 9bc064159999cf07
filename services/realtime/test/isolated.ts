import { openBus, publicEventsOf, toPublicEventDeclaration } from '@wp/bus'
import type { Bus, PublicEvent } from '@wp/bus'
import { startNats } from '@wp/bus/test/nats-server'
import * as adminBilling from '@wp/admin-billing/contract'
import * as contests from '@wp/contests/contract'
import * as finance from '@wp/finance/contract'
import { systemClock } from '@wp/kernel'
import * as labs from '@wp/labs/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { createLogger, createMetrics } from '@wp/telemetry'
import { inProcess } from '@wp/testing'
import { onTestFinished } from 'vitest'
import { realtime } from '../src/service.ts'

const contracts = {
  'admin-billing': adminBilling,
  contests,
  finance,
  labs,
  pos,
  scheduling,
  storefront,
}

/** The public events of all services, by service. */
export const publicEvents: Record<string, PublicEvent[]> = Object.fromEntries(
  Object.entries(contracts).map(([service, contract]) => [service, publicEventsOf(contract)]),
)

/** Registers a service with its public events, as the service does when it starts. */
export const declareEvents = (bus: Pick<Bus, 'kv'>, service: string, events: readonly PublicEvent[]) =>
  bus.kv('routes').put(service, { service, publicEvents: events.map(toPublicEventDeclaration) })

/** Starts a replica in this process. */
const startInProcess = async (env: Record<string, string>) => {
  const replica = await inProcess(realtime, { env })
  onTestFinished(() => replica.stop())
  return { url: replica.url, pid: process.pid }
}

/** Starts a replica with its own NATS; the test registers the services and publishes their events. */
export const startIsolated = async (start = startInProcess) => {
  const nats = await startNats()
  onTestFinished(() => nats.close())
  const bus = await openBus({
    url: nats.url(),
    service: 'test',
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'fatal' }),
    metrics: createMetrics('test'),
  })
  onTestFinished(() => bus.close())
  for (const [service, events] of Object.entries(publicEvents)) await declareEvents(bus, service, events)
  const replica = await start({ NATS_URL: nats.url() })
  return { nats, bus, url: `${replica.url}/realtime`, pid: replica.pid }
}
