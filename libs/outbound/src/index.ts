export { createOutbound, OutboundError } from './outbound.ts'
export type { Outbound } from './outbound.ts'
