import type { PlatformClient } from '../client.ts'
import { connectRealtime } from './connect-realtime.ts'
import type { RealtimeClient, RealtimeOptions } from './connect-realtime.ts'

/**
 * Subscribes to live events for the logged-in user. Reconnects automatically and refreshes the token when necessary.
 */
export const openRealtime = (
  client: PlatformClient,
  options: Pick<RealtimeOptions, 'onError' | 'onStatus' | 'WebSocket'> = {},
): RealtimeClient => {
  let last: string | null = null
  return connectRealtime({
    ...options,
    url: `${client.baseUrl.replace(/^http/, 'ws')}/realtime`,
    token: async ({ isRefused }) => (last = await client.accessToken(isRefused ? last : null)),
  })
}
