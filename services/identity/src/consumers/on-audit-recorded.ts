import { defineAuditEvent, defineConsumer } from '@wp/bus'
import type { Bus } from '@wp/bus'
import { onePerService } from '@wp/runtime'
import { nameActor } from '../audit/audit.actions.ts'
import type { IdentityDeps } from '../deps.ts'

/**
 * Stores the audit entries that a service publishes; identity itself publishes them only for operator
 * commands.
 */
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
  const consumers = onePerService(deps.logger, (service) => bus.consume(onAuditRecorded(deps, service)))
  return {
    /** Called with the names of all registered services. */
    update: (names: Iterable<string>): void =>
      consumers.update(new Map([...names].filter(isServiceName).map((name) => [name, null]))),
    close: consumers.close,
  }
}
