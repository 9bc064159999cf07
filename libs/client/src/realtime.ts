import { connectRealtime } from '@wp/realtime-client'
import type { RealtimeClient, RealtimeOptions } from '@wp/realtime-client'
import type { PlatformClient } from './client.ts'

export type * from '@wp/realtime-client'

/** Live events for the person who is logged in. It comes back by itself, with a fresh token when it needs one. */
export const openRealtime = (
  client: PlatformClient,
  options: Pick<RealtimeOptions, 'onStatus' | 'WebSocket'> = {},
): RealtimeClient => {
  let last: string | null = null
  return connectRealtime({
    ...options,
    url: `${client.baseUrl.replace(/^http/, 'ws')}/realtime`,
    token: async ({ isRefused }) => (last = await client.accessToken(isRefused ? last : null)),
  })
}
