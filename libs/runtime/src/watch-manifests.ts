import { keepLost } from '@wp/bus'
import type { Bus, Subscription } from '@wp/bus'
import { routesBucket } from '@wp/http'
import type { Manifest } from '@wp/http'

/** The last manifest of each service. */
export type Manifests = ReadonlyMap<string, Manifest>

/**
 * Calls `onChange` with the last manifest of every service, running or not, once they are known and after every change.
 * When NATS has lost its data, the known manifests are kept until the services publish theirs again.
 */
export const watchManifests = (
  bus: Pick<Bus, 'kv'>,
  onChange: (manifests: Manifests) => void,
): Subscription => {
  let known: Manifests = new Map()
  return bus.kv<Manifest>(routesBucket).watchAll((shown, _writtenAt, deleted) => {
    known = keepLost(known, shown, deleted)
    onChange(known)
  })
}
