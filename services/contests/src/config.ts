import { defineConfig, setting } from '@wp/config'
import { z } from 'zod'

/** Settings of this service, in addition to those shared by all services. */
export const contestsConfig = defineConfig({
  ATTEMPTS_PER_ADDRESS: setting(
    z.coerce.number().int().min(1).default(500),
    'Attempts in a contest that one address (IPv6: one /64) may start per 24 hours; further attempts return 429',
  ),
})
