export { connectRealtime } from './client.ts'
export type { RealtimeClient, RealtimeStatus } from './client.ts'
export type * from './messages.ts'
