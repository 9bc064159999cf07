export { connectRealtime } from './connect-realtime.ts'
export type { RealtimeClient, RealtimeOptions, RealtimeStatus } from './connect-realtime.ts'
export type * from './messages.ts'
export { openRealtime } from './open-realtime.ts'
