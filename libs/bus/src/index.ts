export { defineAuditEvent } from './audit-events.ts'
export { toAsyncApi } from './async-api.ts'
export { openBus } from './open-bus.ts'
export type { Bus, BusOptions, Subscription } from './bus.ts'
export { defineConsumer, defineCopyConsumer } from './consumer.ts'
export type { Consumer } from './consumer.ts'
export type { DeadLetter, DeadLetters } from './dead-letters.ts'
export { defineEvent, eventsOf, publisherOf } from './events.ts'
export type { Envelope, EnvelopeOf, EventDefinition } from './events.ts'
export {
  definePublicEvent,
  fromPublicEventDeclaration,
  publicEventsOf,
  publishPublicEvent,
  toPublicData,
  toPublicEventDeclaration,
} from './public-events.ts'
export type { PublicEvent, PublicEventDeclaration } from './public-events.ts'
export { keepLost } from './keep-lost.ts'
export type { EventHistory, StreamPosition } from './history.ts'
