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
 * Returns `declaredEventsOf` for manifests that change: it knows the previous owners, and logs the refused events once
 * per change.
 */
export const trackDeclaredEvents = (logger: Logger) => {
  let owners: EventOwners = new Map()
  let reported = ''
  return (manifests: Manifests): Declared => {
    const declared = declaredEventsOf(manifests, owners)
    owners = declared.owners
    const types = declared.refused.join()
    if (types !== '' && types !== reported)
      logger.error(
        { types: declared.refused },
        'refused public events of a resource or channel that another service declares; rename them in the newer service',
      )
    reported = types
    return declared
  }
}

/**
 * Calls `onChange` with the public events of all services that have ever run, until an operator removes one. Resolves
 * after the first call.
 */
export const followDeclaredEvents = async (
  { bus, logger }: { bus: Pick<Bus, 'kv'>; logger: Logger },
  onChange: (events: DeclaredEvents) => void,
): Promise<void> => {
  const declaredIn = trackDeclaredEvents(logger)
  const first = Promise.withResolvers<void>()
  watchManifests(bus, (manifests) => {
    onChange(declaredIn(manifests).events)
    first.resolve()
  })
  await first.promise
}
