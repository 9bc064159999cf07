import { defineConfig } from '@wp/config'

/** Admin-billing's own settings, beside those that every service has. */
export const adminBillingConfig = defineConfig({})
