import type { EventDefinition, EventHistory, EventPlace } from '@wp/bus'
import type { ResultCritical } from '@wp/labs/contract'
import type { JobProgressed } from '@wp/storefront/contract'
import type { SourceName } from './channel.rules.ts'

/** One kind of event that is relayed: what is kept of it, and how far this replica has followed it. */
export type Source<Event extends EventDefinition> = {
  readonly history: EventHistory<Event>
  /** The newest that this replica has relayed. */
  place: EventPlace
}

export type Sources = {
  readonly jobs: Source<typeof JobProgressed>
  readonly labs: Source<typeof ResultCritical>
} & Readonly<Record<SourceName, unknown>>

/** Begins at the end of what is kept; events from there on are to be followed. */
export const openSource = async <Event extends EventDefinition>(
  history: EventHistory<Event>,
): Promise<Source<Event>> => {
  const { stream, last } = await history.bounds()
  return { history, place: { stream, sequence: last } }
}
