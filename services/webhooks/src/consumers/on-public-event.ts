import { defineCopyConsumer, toPublicData } from '@wp/bus'
import { recordEvent } from '../deliveries/delivery.actions.ts'
import type { WebhooksDeps } from '../deps.ts'
import { publicEvents } from '../event-types/event-type.contract.ts'

/** Stores public events for the endpoints that want them, in the order in which they happened. */
export const onPublicEvent = (deps: WebhooksDeps) => {
  const definitions = new Map(publicEvents.map((event) => [event.type, event]))
  return defineCopyConsumer({
    name: 'on-public-event',
    events: publicEvents,
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
