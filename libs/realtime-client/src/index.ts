export { connectRealtime } from './client.ts'
export type { RealtimeClient, RealtimeOptions } from './client.ts'
export type * from './messages.ts'
