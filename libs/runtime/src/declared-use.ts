import { publisherOf } from '@wp/bus'
import type { Bus, EventDefinition } from '@wp/bus'
import type { ServiceDeclaration } from '@wp/credentials'

/** A bus that refuses at once what the service does not declare; NATS would refuse it without saying to whom. */
export const declaredUse = (bus: Bus, { follows, buckets }: ServiceDeclaration): Bus => {
  const requireFollowed = (events: readonly EventDefinition[]): void => {
    const missing = events.map(({ type }) => publisherOf(type)).find((name) => !follows.includes(name))
    if (missing) throw new TypeError(`This service follows ${missing}, and its service.json does not say so`)
  }
  return {
    ...bus,
    consume: async (consumer) => {
      requireFollowed(consumer.events)
      return bus.consume(consumer)
    },
    follow: async (options) => {
      requireFollowed(options.events)
      return bus.follow(options)
    },
    history: (event) => {
      requireFollowed([event])
      return bus.history(event)
    },
    kv: (bucket, options) => {
      if (!Object.hasOwn(buckets, bucket))
        throw new TypeError(`This service opens the bucket ${bucket}, and its service.json does not say so`)
      return bus.kv(bucket, options)
    },
  }
}
