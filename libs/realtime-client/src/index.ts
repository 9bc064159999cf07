export { connectRealtime } from './client.ts'
export type { RealtimeClient, RealtimeOptions, RealtimeStatus } from './client.ts'
export type * from './messages.ts'
