import type { Bus } from '@wp/bus'
import { relay } from '../channels/channel.actions.ts'
import type { RealtimeDeps } from '../deps.ts'

/**
 * Relays new events. Every replica consumes every event, because any of them may have a subscriber. There is one
 * follower for each publisher, however many clients are connected.
 */
export const followEvents = async (
  bus: Pick<Bus, 'follow'>,
  deps: Pick<RealtimeDeps, 'sources' | 'channels' | 'storefront' | 'clock' | 'logger'>,
): Promise<void> => {
  for (const source of deps.sources.values())
    await bus.follow({
      events: source.channels.map(({ event }) => event),
      startAfter: source.place.sequence,
      handle: (event, place) => relay(deps, source, event, place),
    })
}
