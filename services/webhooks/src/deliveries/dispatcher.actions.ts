import { setTimeout as delay } from 'node:timers/promises'
import type { Id } from '@wp/kernel'
import type { WebhooksDeps } from '../deps.ts'
import type { StoredWebhookEndpoint } from '../webhook-endpoints/webhook-endpoint.store.ts'
import { attemptDelivery } from './attempt.actions.ts'
import { maxConcurrentAttempts, splitHeads } from './delivery.rules.ts'
import type { StoredDelivery } from './delivery.store.ts'

type DispatchDeps = Omit<WebhooksDeps, 'wake' | 'urlPolicy'>

/**
 * The number of endpoints that a replica serves concurrently. Failing ones get half of the slots, so that
 * there is always one for others.
 */
const maxEndpoints = 1000
const maxFailingEndpoints = 500
/** An endpoint of a replica that died waits this long. */
const leaseMs = 15_000
/**
 * How long an endpoint is reserved for the replica that serves it, or waits for a slot among the failing
 * ones.
 */
const elsewhereMs = 2000
const closeTimeoutMs = 5000
/** The number of due deliveries to read for each free slot; deliveries of one record share a slot. */
const lookAhead = 8

type Service = {
  isWoken: boolean
  isFailing: boolean
  /** Whether it is waiting even though it could send more. */
  hasRoom: boolean
  onWake: () => void
  done: Promise<void>
}

type Ready = { ready: StoredDelivery[]; nextAt: Date | null }
const nothing: Ready = { ready: [], nextAt: null }

/**
 * Returns the dispatcher of this replica. It serves each endpoint under a lease, so that one replica at a
 * time sends its deliveries, and sends the deliveries of one record one after another. Endpoints do not wait
 * for each other.
 */
export const createDispatcher = (deps: DispatchDeps) => {
  const { db, clock, logger, deliveries, queues, webhookEndpoints } = deps
  const served = new Map<Id, Service>()
  const elsewhere = new Map<Id, number>()
  const stopping = new AbortController()

  const leaveForLater = (endpointId: Id): void =>
    void elsewhere.set(endpointId, clock.monotonicMs() + elsewhereMs)
  const countFailing = () => [...served.values()].filter(({ isFailing }) => isFailing).length

  /**
   * Returns deliveries to send now, at most one of each record. `nextAt` is the time of the next attempt if none is
   * ready and none is being sent.
   */
  const takeReady = async (
    { workspaceId, id }: StoredWebhookEndpoint,
    sending: readonly string[],
    free: number,
  ): Promise<Ready> => {
    for (;;) {
      const now = clock.now()
      const pending = await deliveries.listPending(workspaceId, id, now, sending, free * lookAhead)
      const due = pending.filter(({ nextAttemptAt }) => nextAttemptAt === null || nextAttemptAt <= now)
      if (due.length === 0) return { ready: [], nextAt: pending[0]?.nextAttemptAt ?? null }
      const recordKeys = due.map(({ recordKey }) => recordKey)
      const { ready, waiting } = splitHeads(await deliveries.listHeads(workspaceId, id, recordKeys), now)
      for (const { recordKey, nextAttemptAt } of waiting)
        await deliveries.postpone(workspaceId, id, recordKey, nextAttemptAt)
      if (ready.length > 0) return { ready: ready.slice(0, free), nextAt: null }
      // Other records may be due after the postponed ones.
    }
  }

  const serveEndpoint = async (
    workspaceId: Id,
    endpointId: Id,
    service: Service,
    signal: AbortSignal,
  ): Promise<void> => {
    const sending = new Map<string, Promise<void>>()
    let isBroken = false
    let queue = await queues.find(workspaceId, endpointId)
    await deliveries.makeImplausibleDue(workspaceId, endpointId, clock.now())
    while (!signal.aborted && !isBroken) {
      service.isWoken = false
      service.hasRoom = false
      const endpoint = await webhookEndpoints.findActive(workspaceId, endpointId)
      // An event may have been recorded while the endpoint was deactivated or deleted.
      if (!endpoint) await deliveries.failPending(workspaceId, endpointId)
      service.isFailing = (endpoint?.failingSince ?? null) !== null
      if (service.isFailing && sending.size === 0 && countFailing() > maxFailingEndpoints)
        return leaveForLater(endpointId)
      const isIdle = sending.size === 0
      const free = (service.isFailing ? 1 : maxConcurrentAttempts) - sending.size
      const { ready, nextAt } =
        endpoint && free > 0 ? await takeReady(endpoint, [...sending.keys()], free) : nothing
      for (const delivery of ready) {
        const sent = attemptDelivery(deps, endpoint!, delivery).then(
          () => undefined,
          (error: unknown) => {
            isBroken = true
            logger.error(
              { err: error, workspaceId, endpointId, deliveryId: delivery.id },
              'failed to record a delivery; it will be sent again',
            )
          },
        )
        sending.set(
          delivery.recordKey,
          sent.finally(() => sending.delete(delivery.recordKey)),
        )
      }
      if (ready.length > 0 || service.isWoken) continue
      if (isIdle) {
        if (!queue || (await queues.settleIf(workspaceId, endpointId, queue.version, nextAt))) return
        queue = await queues.find(workspaceId, endpointId)
        continue
      }
      // The last request ended in the meantime, so its next attempt is not in `nextAt`.
      if (sending.size === 0) continue
      service.hasRoom = free > 0
      await Promise.race([...sending.values(), new Promise<void>((wake) => (service.onWake = wake))])
    }
    await Promise.all(sending.values())
    if (isBroken) leaveForLater(endpointId)
  }

  const start = (workspaceId: Id, endpointId: Id): void => {
    const service: Service = {
      isWoken: false,
      isFailing: false,
      hasRoom: false,
      onWake: () => undefined,
      done: Promise.resolve(),
    }
    served.set(endpointId, service)
    service.done = db
      .withLease(`webhook-endpoint:${endpointId}`, { ttlMs: leaseMs }, (lost) =>
        serveEndpoint(workspaceId, endpointId, service, AbortSignal.any([lost, stopping.signal])),
      )
      .then((isOurs) => {
        if (!isOurs) leaveForLater(endpointId)
      })
      .catch((error: unknown) =>
        logger.warn(
          { err: error, workspaceId, endpointId },
          'deliveries to an endpoint were interrupted; they will be resumed',
        ),
      )
      .finally(() => {
        served.delete(endpointId)
        // An event that arrived while the lease was being released.
        if (service.isWoken && !stopping.signal.aborted && !elsewhere.has(endpointId))
          start(workspaceId, endpointId)
      })
  }

  const wakeService = (service: Service): void => {
    service.isWoken = true
    service.onWake()
  }
  const wake = (workspaceId: Id, endpointId: Id): void => {
    const service = served.get(endpointId)
    if (service) wakeService(service)
    else if (!stopping.signal.aborted && served.size < maxEndpoints) start(workspaceId, endpointId)
  }

  return {
    /** Sends an endpoint's due deliveries. If there is no free slot, the job sends them later. */
    wake,
    /** Wakes the endpoints with due deliveries that no replica is serving. */
    wakeDue: async (): Promise<void> => {
      const now = clock.monotonicMs()
      for (const [id, until] of elsewhere) if (until <= now) elsewhere.delete(id)
      const known = [...served.keys(), ...elsewhere.keys()]
      const due = await queues.listDue(clock.now(), known, maxEndpoints)
      for (const { workspaceId, id } of due) wake(workspaceId, id)
      // Other replicas may have recorded events for endpoints that are waiting for a response here.
      for (const service of served.values()) if (service.hasRoom) wakeService(service)
    },
    /**
     * Starts no more attempts and waits a few seconds for running ones; the next lease holder repeats the
     * others.
     */
    close: async (): Promise<void> => {
      stopping.abort(new Error('The service is stopping'))
      for (const { onWake } of served.values()) onWake()
      const done = Promise.all([...served.values()].map((service) => service.done))
      await Promise.race([done, delay(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}
