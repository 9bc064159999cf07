export { createOutbound, OutboundError } from './outbound.ts'
export { isPublicAddress } from './public-address.ts'
export type { Outbound } from './outbound.ts'
