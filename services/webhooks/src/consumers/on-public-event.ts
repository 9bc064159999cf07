import { defineCopyConsumer, fromPublicEventDeclaration, toPublicData } from '@wp/bus'
import type { Bus, PublicEventDeclaration } from '@wp/bus'
import { onePerService } from '@wp/runtime'
import { recordEvent } from '../deliveries/delivery.actions.ts'
import type { WebhooksDeps } from '../deps.ts'

/**
 * Stores public events of a service for the endpoints subscribed to them, in the order in which they
 * happened.
 */
const onPublicEvent = (deps: WebhooksDeps, declared: readonly PublicEventDeclaration[]) => {
  const definitions = new Map(declared.map((event) => [event.type, event]))
  return defineCopyConsumer({
    name: 'on-public-event',
    events: declared.map(fromPublicEventDeclaration),
    ordered: true,
    apply: async (events) => {
      for (const { id, type, time, workspaceId, data } of events) {
        const definition = definitions.get(type)
        if (!definition || workspaceId === null) continue
        await recordEvent(deps, {
          id,
          time,
          workspaceId,
          type: data.type,
          recordKey: `${definition.resource}:${data.recordId}`,
          data: toPublicData(definition, data),
        })
      }
    },
  })
}

/** Consumes the public events of every service that declares some, until the service is removed. */
export const publicEventConsumers = (bus: Pick<Bus, 'consume'>, deps: WebhooksDeps) =>
  onePerService(deps.logger, (_, declared: readonly PublicEventDeclaration[]) =>
    bus.consume(onPublicEvent(deps, declared)),
  )
