import type { Bus, EventDefinition, EventHistory, StreamPosition } from '@wp/bus'
import { AppError } from '@wp/kernel'
import type { ChannelDefinition } from './channel.contract.ts'

/** The events of one publisher. Its stream numbers them, so all its channels share a position. */
export type Source = {
  readonly publisher: string
  readonly channels: readonly ChannelDefinition[]
  readonly histories: ReadonlyMap<string, EventHistory<EventDefinition>>
  /** The position of the newest event relayed by this replica. */
  place: StreamPosition
}

/** The sources by publisher. */
export type Sources = Map<string, Source>

/**
 * Opens a source at the end of its history, so that only later events are relayed. A source that was open
 * continues at its position, unless its stream has been replaced.
 */
export const openSource = async (
  bus: Pick<Bus, 'history'>,
  sources: Sources,
  publisher: string,
  channels: readonly ChannelDefinition[],
): Promise<Source> => {
  const histories = new Map(channels.map(({ name, event }) => [name, bus.history(event)]))
  const { stream, last } = await histories.get(channels[0]!.name)!.bounds()
  const before = sources.get(publisher)?.place
  const place = before?.stream === stream ? before : { stream, sequence: last }
  const source: Source = { publisher, channels, histories, place }
  sources.set(publisher, source)
  return source
}

/** Returns the source of a channel and the channel's stored events. Throws UNAVAILABLE until the source is open. */
export const sourceOf = (
  sources: Sources,
  { name, publisher }: ChannelDefinition,
): { source: Source; history: EventHistory<EventDefinition> } => {
  const source = sources.get(publisher)
  const history = source?.histories.get(name)
  if (!source || !history) throw new AppError('UNAVAILABLE', 'The channel is not available yet; try again')
  return { source, history }
}
