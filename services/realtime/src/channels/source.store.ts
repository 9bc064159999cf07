import type { EventDefinition, EventHistory, StreamPosition } from '@wp/bus'
import type { ResultCritical } from '@wp/labs/contract'
import type { JobProgressed } from '@wp/storefront/contract'
import type { SourceName } from './channel.rules.ts'

/** A relayed event type, with its history and the last position relayed by this replica. */
export type Source<Event extends EventDefinition> = {
  readonly history: EventHistory<Event>
  /** The position of the newest event relayed by this replica. */
  place: StreamPosition
}

export type Sources = {
  readonly jobs: Source<typeof JobProgressed>
  readonly labs: Source<typeof ResultCritical>
} & Readonly<Record<SourceName, unknown>>

/** Opens a source at the end of its history, so that only later events are relayed. */
export const openSource = async <Event extends EventDefinition>(
  history: EventHistory<Event>,
): Promise<Source<Event>> => {
  const { stream, last } = await history.bounds()
  return { history, place: { stream, sequence: last } }
}
