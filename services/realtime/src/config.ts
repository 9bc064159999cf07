import { commaList, defineConfig, setting } from '@wp/config'
import { z } from 'zod'
import { connectionLimits } from './connections/connection.rules.ts'

/** The service's own settings, beside those that every service has. */
export const realtimeConfig = defineConfig({
  REALTIME_ORIGINS: setting(
    commaList,
    "Origins (https://app.example.com, comma-separated) whose pages may connect, beside the platform's own; clients that are no browser name none and always may",
  ),
  MAX_SOCKETS_PER_WORKSPACE: setting(
    z.coerce.number().int().min(1).default(connectionLimits.socketsPerWorkspace),
    'Connections of one workspace to this replica',
  ),
})
