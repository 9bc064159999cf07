import { fromPublicEventDeclaration } from '@wp/bus'
import type { PublicEvent } from '@wp/bus'
import { notFound } from '@wp/kernel'
import type { DeclaredEvents } from '@wp/runtime'
import { defineChannel, ownChannels } from './channel.contract.ts'
import type { ChannelDefinition } from './channel.contract.ts'

type RelayedEvent = PublicEvent & { channel: string }

export type ChannelCatalogue = ReturnType<typeof channelCatalogue>

/** Contains all channels: realtime's own, and those of the public events that services declare. */
export const channelCatalogue = () => {
  const own = new Map(ownChannels.map((channel) => [channel.name, channel]))
  let channels: ReadonlyMap<string, ChannelDefinition> = own
  let relayed: ReadonlyMap<string, RelayedEvent> = new Map()

  /** Returns the definition of a channel, or null when there is no such channel. */
  const find = (channel: string): ChannelDefinition | null =>
    channels.get(channel.replace(/^(jobs)\..+$/s, '$1')) ?? null

  return {
    update: (declared: DeclaredEvents): void => {
      const events = [...declared.values()]
        .flat()
        .map(fromPublicEventDeclaration)
        .filter((event): event is RelayedEvent => event.channel !== null && !own.has(event.channel))
      relayed = new Map(events.map((event) => [event.type, event]))
      const ofEvents = events.map((event) => defineChannel(event.channel, event, event.permission))
      channels = new Map([...own, ...ofEvents.map((channel) => [channel.name, channel] as const)])
    },
    find,
    /** Returns the definition of a channel; throws NOT_FOUND when its service was removed. */
    get: (channel: string): ChannelDefinition => {
      const found = find(channel)
      if (!found) throw notFound('Channel')
      return found
    },
    /** Returns the public event of a type that has a channel. */
    findRelayed: (type: string): RelayedEvent | null => relayed.get(type) ?? null,
    /** Returns the names of the channels of each publisher. */
    byPublisher: (): Map<string, string[]> => {
      const groups = Map.groupBy(channels.values(), ({ publisher }) => publisher)
      return new Map([...groups].map(([publisher, each]) => [publisher, each.map(({ name }) => name)]))
    },
  }
}
