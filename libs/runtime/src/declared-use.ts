import { publisherOf } from '@wp/bus'
import type { Bus, EventDefinition } from '@wp/bus'
import type { ServiceDeclaration } from '@wp/credentials'
import { mayClaim } from '@wp/http'

/**
 * Returns a bus that throws for undeclared events and buckets; NATS would reject them too, but with a less helpful
 * error.
 */
export const restrictToDeclared = (bus: Bus, { follows, buckets }: ServiceDeclaration): Bus => {
  const requireFollowed = (events: readonly EventDefinition[]): void => {
    const isFollowed = (name: string) => follows.includes(name) || follows.includes('*')
    const missing = events.map(({ type }) => publisherOf(type)).find((name) => !isFollowed(name))
    if (missing) throw new TypeError(`This service follows ${missing} without declaring it in service.json`)
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
        throw new TypeError(`This service opens the bucket ${bucket} without declaring it in service.json`)
      return bus.kv(bucket, options)
    },
  }
}

/** Throws when a service serves a path that its service.json does not declare; the gateway would not route to it. */
export const requireDeclaredRoutes = (
  name: string,
  declaration: ServiceDeclaration,
  routes: readonly { path: string; root?: boolean | undefined }[],
  upgrades: readonly string[],
): void => {
  const claims = new Map([[name, declaration]])
  const isDeclared = ({ path, root }: (typeof routes)[number]) =>
    mayClaim(claims, name, root ? 'rootPaths' : 'routes', path)
  const missing =
    routes.find((route) => !isDeclared(route))?.path ??
    upgrades.find((path) => !mayClaim(claims, name, 'upgrades', path))
  if (missing !== undefined)
    throw new TypeError(`This service serves ${missing} without declaring it in service.json`)
}
