import { publicEventsOf } from '@wp/bus'
import type { PublicEvent } from '@wp/bus'
import * as adminBilling from '@wp/admin-billing/contract'
import * as contests from '@wp/contests/contract'
import * as finance from '@wp/finance/contract'
import * as labs from '@wp/labs/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'

/** A type of public event, such as `client.created`, and who may receive it. */
export type EventType = {
  type: string
  /** A workspace permission, or `owner`. */
  permission: string
}

/** The type of the event that the test route sends. */
export const testEventType = 'endpoint.test'

/** The public events of all services, which endpoints can receive. */
export const publicEvents: readonly PublicEvent[] = [
  adminBilling,
  contests,
  finance,
  labs,
  pos,
  scheduling,
  storefront,
].flatMap(publicEventsOf)

/** The types of public events, in alphabetical order. */
export const eventTypes: readonly EventType[] = publicEvents
  .flatMap(({ publicTypes, permission }) => publicTypes.map((type) => ({ type, permission })))
  .toSorted((a, b) => (a.type < b.type ? -1 : 1))
