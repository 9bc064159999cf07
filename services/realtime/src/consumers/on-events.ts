import type { Bus, Subscription } from '@wp/bus'
import { onePerService } from '@wp/runtime'
import { relay } from '../channels/channel.actions.ts'
import { openSource } from '../channels/source.store.ts'
import type { RealtimeDeps } from '../deps.ts'

type FollowDeps = Pick<RealtimeDeps, 'catalogue' | 'sources' | 'channels' | 'storefront' | 'clock' | 'logger'>

/**
 * Relays new events. Every replica consumes every event, because any of them may have a subscriber. There is one
 * follower for each publisher, however many clients are connected; `update` takes the channels of each publisher.
 */
export const eventFollowers = (bus: Pick<Bus, 'follow' | 'history'>, deps: FollowDeps) =>
  onePerService(deps.logger, async (publisher, names: readonly string[]): Promise<Subscription> => {
    const channels = names.map((name) => deps.catalogue.get(name))
    const source = await openSource(bus, deps.sources, publisher, channels)
    return bus.follow({
      events: channels.map(({ event }) => event),
      startAfter: source.place.sequence,
      handle: (event, place) => relay(deps, source, event, place),
    })
  })
