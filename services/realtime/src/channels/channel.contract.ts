import type { WorkspacePermission } from '@wp/auth'
import { publicEventsOf, publisherOf } from '@wp/bus'
import type { EventDefinition, PublicEvent } from '@wp/bus'
import * as adminBilling from '@wp/admin-billing/contract'
import * as contests from '@wp/contests/contract'
import * as finance from '@wp/finance/contract'
import * as labs from '@wp/labs/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'

/** The public events that have a channel, by their internal type. */
export const relayedEvents: ReadonlyMap<string, PublicEvent & { channel: string }> = new Map(
  [adminBilling, contests, finance, labs, pos, scheduling, storefront]
    .flatMap(publicEventsOf)
    .filter((event): event is PublicEvent & { channel: string } => event.channel !== null)
    .map((event) => [event.type, event]),
)

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

const define = (
  name: string,
  event: EventDefinition,
  permission: WorkspacePermission | (string & {}),
): [string, ChannelDefinition] => [name, { name, event, permission, publisher: publisherOf(event.type) }]

/** All channels by name. */
export const channelDefinitions: ReadonlyMap<string, ChannelDefinition> = new Map([
  define(jobsChannel, storefront.JobProgressed, 'jobs.view'),
  define('labs', labs.ResultCritical, 'labs.view'),
  ...[...relayedEvents.values()].map((event) => define(event.channel, event, event.permission)),
])

/** Returns the definition of a channel, or null when there is no such channel. */
export const findChannel = (channel: string): ChannelDefinition | null =>
  channelDefinitions.get(channel.replace(/^(jobs)\..+$/s, '$1')) ?? null
