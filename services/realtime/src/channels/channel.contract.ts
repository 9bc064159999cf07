import { publisherOf } from '@wp/bus'
import type { EventDefinition } from '@wp/bus'
import { ResultCritical } from '@wp/labs/contract'
import { JobProgressed } from '@wp/storefront/contract'

/** The channel of all jobs; `jobs.<id>` is the channel of one. */
export const jobsChannel = 'jobs'

/** A channel, without the job id of job channels. */
export type ChannelDefinition = {
  readonly name: string
  readonly event: EventDefinition
  /** The permission to list the channel's records, or `owner`. */
  readonly permission: string
  /** The service whose stream numbers the events. */
  readonly publisher: string
}

export const defineChannel = (
  name: string,
  event: EventDefinition,
  permission: string,
): ChannelDefinition => ({ name, event, permission, publisher: publisherOf(event.type) })

/** The channels whose events are not public events. */
export const ownChannels: readonly ChannelDefinition[] = [
  defineChannel(jobsChannel, JobProgressed, 'jobs.view'),
  defineChannel('labs', ResultCritical, 'labs.view'),
]
