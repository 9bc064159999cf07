import { defineConfig, setting } from '@wp/config'
import { originSettings } from '@wp/runtime'
import { z } from 'zod'
import { connectionLimits } from './connections/connection.rules.ts'

/** Settings specific to realtime, in addition to those that all services share. */
export const realtimeConfig = defineConfig({
  ...originSettings,
  MAX_SOCKETS_PER_WORKSPACE: setting(
    z.coerce.number().int().min(1).default(connectionLimits.socketsPerWorkspace),
    'Maximum connections per workspace and replica',
  ),
})
