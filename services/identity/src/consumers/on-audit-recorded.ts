import { defineAuditEvent, defineConsumer } from '@wp/bus'
import type { Bus, Subscription } from '@wp/bus'
import { nameActor } from '../audit/audit.actions.ts'
import type { IdentityDeps } from '../deps.ts'

/** Stores the audit entries that a service publishes; identity does so only for commands of operators. */
const onAuditRecorded = (deps: IdentityDeps, service: string) =>
  defineConsumer({
    name: 'on-audit-recorded',
    events: [defineAuditEvent(service)],
    handle: async ({ workspaceId, requestId, time, data }) => {
      const entry = { ...data, workspaceId, requestId, at: new Date(time) }
      await deps.audit.insert(await nameActor(deps, entry))
    },
    inBatches: true,
  })

const isServiceName = (name: string): boolean => /^[a-z]+(-[a-z]+)*$/.test(name)

/** Consumes the audit entries of every service that is registered, until the service is removed. */
export const auditConsumers = (bus: Pick<Bus, 'consume'>, deps: IdentityDeps) => {
  const running = new Map<string, Promise<Subscription>>()
  const stop = async (service: string): Promise<void> => {
    const subscription = running.get(service)
    running.delete(service)
    await (await subscription)?.stop()
  }
  return {
    /** Takes the names of all registered services. */
    update: (names: Iterable<string>): void => {
      const registered = new Set([...names].filter(isServiceName))
      for (const service of registered)
        if (!running.has(service)) running.set(service, bus.consume(onAuditRecorded(deps, service)))
      for (const service of running.keys()) if (!registered.has(service)) void stop(service)
    },
    close: async (): Promise<void> => {
      await Promise.all([...running.keys()].map(stop))
    },
  }
}
