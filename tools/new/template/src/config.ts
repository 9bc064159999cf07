import { defineConfig } from '@wp/config'

/** The service's own settings, beside those that every service has. */
export const sampleServiceConfig = defineConfig({})
