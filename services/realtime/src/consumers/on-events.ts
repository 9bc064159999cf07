import type { Bus } from '@wp/bus'
import { ResultCritical } from '@wp/labs/contract'
import { JobProgressed } from '@wp/storefront/contract'
import { relay } from '../channels/channel.actions.ts'
import type { RealtimeDeps } from '../deps.ts'

/** Relays new events. Every replica consumes every event, because any of them may have a subscriber. */
export const followEvents = async (
  bus: Bus,
  deps: Pick<RealtimeDeps, 'sources' | 'channels' | 'storefront' | 'clock' | 'logger'>,
): Promise<void> => {
  await bus.follow({
    events: [JobProgressed],
    startAfter: deps.sources.jobs.place.sequence,
    handle: (event, place) => relay(deps, 'jobs', event, place),
  })
  await bus.follow({
    events: [ResultCritical],
    startAfter: deps.sources.labs.place.sequence,
    handle: (event, place) => relay(deps, 'labs', event, place),
  })
}
