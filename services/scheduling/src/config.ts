import { defineConfig } from '@wp/config'

/** Scheduling's own settings, beside those that every service has. */
export const schedulingConfig = defineConfig({})
