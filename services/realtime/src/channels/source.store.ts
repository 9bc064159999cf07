import type { Bus, EventDefinition, EventHistory, StreamPosition } from '@wp/bus'
import { channelDefinitions } from './channel.contract.ts'
import type { ChannelDefinition } from './channel.contract.ts'
import { getChannel } from './channel.rules.ts'

/** The events of one publisher. Its stream numbers them, so all its channels share a position. */
export type Source = {
  readonly publisher: string
  readonly channels: readonly ChannelDefinition[]
  readonly histories: ReadonlyMap<string, EventHistory<EventDefinition>>
  /** The position of the newest event relayed by this replica. */
  place: StreamPosition
}

/** The sources by publisher. */
export type Sources = ReadonlyMap<string, Source>

/** Opens all sources at the end of their histories, so that only later events are relayed. */
export const openSources = async (bus: Pick<Bus, 'history'>): Promise<Sources> => {
  const byPublisher = Map.groupBy(channelDefinitions.values(), ({ publisher }) => publisher)
  const opened = await Promise.all(
    [...byPublisher].map(async ([publisher, channels]): Promise<[string, Source]> => {
      const histories = new Map(channels.map(({ name, event }) => [name, bus.history(event)]))
      const { stream, last } = await histories.get(channels[0]!.name)!.bounds()
      return [publisher, { publisher, channels, histories, place: { stream, sequence: last } }]
    }),
  )
  return new Map(opened)
}

/** Returns the source of a channel and the channel's stored events. */
export const sourceOf = (
  sources: Sources,
  channel: string,
): { source: Source; history: EventHistory<EventDefinition> } => {
  const { name, publisher } = getChannel(channel)
  const source = sources.get(publisher)!
  return { source, history: source.histories.get(name)! }
}
