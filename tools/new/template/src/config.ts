import { defineConfig } from '@wp/config'

/** Settings of this service, in addition to those of every service. */
export const sampleServiceConfig = defineConfig({})
