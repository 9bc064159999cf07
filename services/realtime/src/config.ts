import { commaList, defineConfig, setting } from '@wp/config'
import { z } from 'zod'
import { connectionLimits } from './connections/connection.rules.ts'

/** Settings specific to realtime, in addition to those that all services share. */
export const realtimeConfig = defineConfig({
  REALTIME_ORIGINS: setting(
    commaList,
    "Extra browser origins (https://app.example.com, comma-separated) that may connect; the platform's own origin and clients that are not browsers always may",
  ),
  MAX_SOCKETS_PER_WORKSPACE: setting(
    z.coerce.number().int().min(1).default(connectionLimits.socketsPerWorkspace),
    'Maximum connections per workspace and replica',
  ),
})
