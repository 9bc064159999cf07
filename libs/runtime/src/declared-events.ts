import type { Bus, PublicEventDeclaration } from '@wp/bus'
import { ManifestPublicEvent } from '@wp/http'
import type { Logger } from '@wp/telemetry'
import { z } from 'zod'
import { watchManifests } from './watch-manifests.ts'
import type { Manifests } from './watch-manifests.ts'

/** The public events of each service that has any. */
export type DeclaredEvents = ReadonlyMap<string, readonly PublicEventDeclaration[]>

/** The service of each resource and channel. */
type EventOwners = ReadonlyMap<string, string>

type Declared = { events: DeclaredEvents; refused: string[]; owners: EventOwners }

const namesOf = ({ resource, channel }: PublicEventDeclaration): string[] => [
  `resource ${resource}`,
  ...(channel === null ? [] : [`channel ${channel}`]),
]

/**
 * Returns the public events that services declare, and the types of those that are refused: events of other services,
 * and those with a resource or channel of another service. When several services declare one, the previous owner keeps
 * it; without one, the service that started first gets it.
 */
export const declaredEventsOf = (manifests: Manifests, previous: EventOwners = new Map()): Declared => {
  const declared = [...manifests]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([service, { since, publicEvents }]) => {
      const { data = [] } = z.array(ManifestPublicEvent).safeParse(publicEvents)
      return { service, since, events: data }
    })
  const oldestFirst = declared.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))
  const isOwn = (service: string, { type }: PublicEventDeclaration) => type.startsWith(`wp.${service}.`)
  const claims = oldestFirst.flatMap(({ service, events }) =>
    events
      .filter((event) => isOwn(service, event))
      .flatMap(namesOf)
      .map((name) => ({ name, service })),
  )
  const owners = new Map<string, string>()
  for (const { name, service } of claims) if (previous.get(name) === service) owners.set(name, service)
  for (const { name, service } of claims) if (!owners.has(name)) owners.set(name, service)
  const refused: string[] = []
  const isAccepted = (service: string, event: PublicEventDeclaration): boolean => {
    const isAllowed = isOwn(service, event) && namesOf(event).every((name) => owners.get(name) === service)
    if (!isAllowed) refused.push(event.type)
    return isAllowed
  }
  const events = declared
    .map(
      ({ service, events: each }) => [service, each.filter((event) => isAccepted(service, event))] as const,
    )
    .filter(([, each]) => each.length > 0)
  return { events: new Map(events), refused, owners }
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
  let known: EventOwners = new Map()
  const first = Promise.withResolvers<void>()
  watchManifests(bus, (manifests) => {
    const { events, refused, owners } = declaredEventsOf(manifests, known)
    known = owners
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
