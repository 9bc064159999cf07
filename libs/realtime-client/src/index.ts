export { connectRealtime } from './client.ts'
export type * from './messages.ts'
