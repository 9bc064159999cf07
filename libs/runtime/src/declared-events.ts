import type { Bus, PublicEventDeclaration } from '@wp/bus'
import { ManifestPublicEvent } from '@wp/http'
import type { Logger } from '@wp/telemetry'
import { z } from 'zod'
import { watchManifests } from './watch-manifests.ts'
import type { Manifests } from './watch-manifests.ts'

/** The public events of each service that has any. */
export type DeclaredEvents = ReadonlyMap<string, readonly PublicEventDeclaration[]>

type Declared = { events: DeclaredEvents; refused: string[] }

/**
 * Returns the public events that services declare, and the types of the rejected ones: events of other
 * services, and resources and channels that an alphabetically earlier service also declares.
 */
export const declaredEventsOf = (manifests: Manifests): Declared => {
  const taken = new Set<string>()
  const refused: string[] = []
  const isAccepted = (service: string, { type, resource, channel }: PublicEventDeclaration): boolean => {
    const names = [`resource ${resource}`, ...(channel === null ? [] : [`channel ${channel}`])]
    const isFree = type.startsWith(`wp.${service}.`) && !names.some((name) => taken.has(name))
    for (const name of isFree ? names : []) taken.add(name)
    if (!isFree) refused.push(type)
    return isFree
  }
  const events = [...manifests]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([service, { publicEvents }]) => {
      const { data = [] } = z.array(ManifestPublicEvent).safeParse(publicEvents)
      return [service, data.filter((event) => isAccepted(service, event))] as const
    })
  return { events: new Map(events.filter(([, each]) => each.length > 0)), refused }
}

/**
 * Calls `onChange` with the public events of all services that have ever run, until an operator removes one. Resolves
 * after the first call.
 */
export const followDeclaredEvents = async (
  { bus, logger }: { bus: Pick<Bus, 'kv'>; logger: Logger },
  onChange: (events: DeclaredEvents) => void,
): Promise<void> => {
  let reported = ''
  const first = Promise.withResolvers<void>()
  watchManifests(bus, (manifests) => {
    const { events, refused } = declaredEventsOf(manifests)
    const types = refused.join()
    if (types !== '' && types !== reported)
      logger.error(
        { types },
        'ignored public events of a resource that another service declares; rename the resource',
      )
    reported = types
    onChange(events)
    first.resolve()
  })
  await first.promise
}
