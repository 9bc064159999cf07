import type { EventDefinition, EventHistory, StreamPosition } from '@wp/bus'
import type { ResultCritical } from '@wp/labs/contract'
import type { JobProgressed } from '@wp/storefront/contract'
import type { SourceName } from './channel.rules.ts'

/** A relayed event type: its history, and how far this replica has followed it. */
export type Source<Event extends EventDefinition> = {
  readonly history: EventHistory<Event>
  /** The newest event relayed by this replica. */
  place: StreamPosition
}

export type Sources = {
  readonly jobs: Source<typeof JobProgressed>
  readonly labs: Source<typeof ResultCritical>
} & Readonly<Record<SourceName, unknown>>

/** Starts at the end of the history; follow the events from there. */
export const openSource = async <Event extends EventDefinition>(
  history: EventHistory<Event>,
): Promise<Source<Event>> => {
  const { stream, last } = await history.bounds()
  return { history, place: { stream, sequence: last } }
}
