import type { EventDefinition, EventHistory, StreamPosition } from '@wp/bus'
import type { ResultCritical } from '@wp/labs/contract'
import type { JobProgressed } from '@wp/storefront/contract'
import type { SourceName } from './channel.rules.ts'

/** A relayed event type, with its history and the last position that this replica has relayed. */
export type Source<Event extends EventDefinition> = {
  readonly history: EventHistory<Event>
  /** The newest event relayed by this replica. */
  place: StreamPosition
}

export type Sources = {
  readonly jobs: Source<typeof JobProgressed>
  readonly labs: Source<typeof ResultCritical>
} & Readonly<Record<SourceName, unknown>>

/** Starts at the end of the history and relays only later events. */
export const openSource = async <Event extends EventDefinition>(
  history: EventHistory<Event>,
): Promise<Source<Event>> => {
  const { stream, last } = await history.bounds()
  return { history, place: { stream, sequence: last } }
}
